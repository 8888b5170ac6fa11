"""The container files name what there is: settings that the code reads, commands, options, files, data."""

import json
import re
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from ironclad.api.cli.main import COMMANDS, main
from ironclad.api.serving.secret import given_key
from ironclad.api.serving.signing import signing_for
from ironclad.api.settings import Settings, from_environment

TOP = Path(__file__).resolve().parents[1]
DOCKERFILE = (TOP / "docker" / "Dockerfile").read_text("utf-8")
COMPOSE = (TOP / "docker" / "compose.yaml").read_text("utf-8")
EXAMPLE = (TOP / "docker" / "env.example").read_text("utf-8")
SERVICES: dict[str, dict[str, Any]] = yaml.safe_load(COMPOSE)["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "ironclad"}
READ = {
    name
    for path in (TOP / "api").rglob("*.py")
    for name in re.findall(r"IRONCLAD_[A-Z_]*[A-Z]", path.read_text("utf-8"))
}
VARIABLE = re.compile(r"\$\{([A-Z_]+)(?::([-?])([^}]*))?\}")


def test_every_setting_is_one_that_is_read() -> None:
    for name, service in OURS.items():
        assert service["environment"].keys() <= READ, name
    given = {name.strip("#= ") for name in re.findall(r"^[A-Z_]+=", EXAMPLE, re.MULTILINE)}
    assert given == {found[0] for found in VARIABLE.findall(COMPOSE)}


def test_the_defaults_are_settings_that_can_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What compose gives the servers where docker/.env has the two secrets alone."""
    environment = {
        name: VARIABLE.sub(lambda found: "ab" * 32 if found[2] == "?" else found[3], str(value))
        for name, value in OURS["api"]["environment"].items()
    }
    settings = Settings(**from_environment(environment, shared=True))
    assert (settings.accounts, settings.hosts, settings.proxies) == (True, (), ())
    moved = {name: value.replace("/data/", f"{tmp_path}/") for name, value in environment.items()}
    signing = signing_for(environment["IRONCLAD_URL"], moved)
    assert signing.key is not None
    assert (signing.notary, signing.successor) == (tmp_path / "log-key.notary", None)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert given_key("IRONCLAD_DICE_KEY") is None
    assert given_key("IRONCLAD_SECRET") is not None


def test_every_command_is_one_that_there_is() -> None:
    (image,) = re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    for program, command, *arguments in [json.loads(image), *(each["command"] for each in OURS.values())]:
        assert program == "ironclad"
        assert command in COMMANDS
        found = main.get_command(click.Context(main), command)
        assert found is not None
        found.make_context(command, arguments)


def test_every_service_waits_for_one_that_there_is() -> None:
    volumes = yaml.safe_load(COMPOSE)["volumes"]
    for service in SERVICES.values():
        assert service.get("depends_on", {}).keys() <= SERVICES.keys()
        assert {each.partition(":")[0] for each in service.get("volumes", [])} <= volumes.keys()
    assert "-h" in SERVICES["postgresql"]["healthcheck"]["test"], "the image's first server has no TCP"


def test_the_image_has_every_file_of_the_packages() -> None:
    copied = re.findall(r"^COPY (.*) \S+$", DOCKERFILE, re.MULTILINE)
    assert all((TOP / name).exists() for names in copied for name in names.split())
    package_data = re.findall(r'"\*\*/\*(\.\w+)"', (TOP / "pyproject.toml").read_text("utf-8"))
    for package in ("domain", "eventlog", "referee", "projections", "api"):
        assert package in " ".join(copied).split()
        kinds = {each.suffix for each in (TOP / package).rglob("*.*") if each.is_file()}
        assert kinds - {".py", ".pyc"} <= set(package_data), package
