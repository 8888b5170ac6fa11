"""The container files name what there is: settings that the code reads, commands, options, files, data."""

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from packaging.requirements import Requirement

from ironclad.api.cli.main import COMMANDS, main
from ironclad.api.serving.beacon import beacon_for
from ironclad.api.serving.secret import given_key
from ironclad.api.serving.secret_files import FROM_FILES, take_from_files
from ironclad.api.serving.signing import signing_for
from ironclad.api.settings import Settings, from_environment
from ironclad.eventlog.ledger.cosignatures import Witness

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
    from_files = {f"{name}_FILE" for name in (*FROM_FILES, "IRONCLAD_DICE_KEY", "IRONCLAD_SEAL_KEY")}
    assert from_files - {f"{name}_FILE" for name in READ} == set()
    for name, service in OURS.items():
        assert service["environment"].keys() <= READ | from_files, name
    given = {name.strip("#= ") for name in re.findall(r"^[A-Z_]+=", EXAMPLE, re.MULTILINE)}
    assert given == {found[0] for found in VARIABLE.findall(COMPOSE)}


def test_the_defaults_are_settings_that_can_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What compose gives the servers where docker/.env is empty, with the secrets that are made."""
    folder = tmp_path / "docker"
    shutil.copytree(TOP / "docker", folder, ignore=shutil.ignore_patterns("secrets"))
    for _ in range(2):  # the second time it changes nothing
        subprocess.run([folder / "make-secrets"], check=True)
    environment = {
        name: VARIABLE.sub(lambda found: "ab" * 32 if found[2] == "?" else found[3], str(value))
        for name, value in OURS["api"]["environment"].items()
    }
    environment = {
        name: value.replace("/run/secrets", f"{folder}/secrets") for name, value in environment.items()
    }
    take_from_files(environment)
    assert environment["IRONCLAD_URL"].startswith("postgresql://ironclad_server:")
    settings = Settings(**from_environment(environment, shared=True))
    assert settings.redis == (folder / "secrets" / "redis_url").read_text().strip()
    assert (settings.accounts, settings.hosts, settings.proxies) == (True, (), ())
    moved = {name: value.replace("/data/", f"{tmp_path}/") for name, value in environment.items()}
    signing = signing_for(environment["IRONCLAD_URL"], moved)
    assert signing.key is not None
    assert (signing.notary, signing.successor) == (tmp_path / "log-key.notary", None)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    keys = {given_key(name) for name in ("IRONCLAD_DICE_KEY", "IRONCLAD_SEAL_KEY", "IRONCLAD_SECRET")}
    assert len(keys) == 3
    assert None not in keys


def test_every_container_is_held_to_what_it_needs() -> None:
    secrets = yaml.safe_load(COMPOSE)["secrets"]
    made = (TOP / "docker" / "make-secrets").read_text("utf-8")
    assert all(name in made for name in secrets)
    for name, service in SERVICES.items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert service["mem_limit"], name
        assert set(service["secrets"]) <= secrets.keys(), name
        assert not any("PASSWORD" in key and "FILE" not in key for key in service.get("environment", {})), (
            name
        )
    for image in re.findall(r"(?:image: |FROM )((?:postgres|redis|python):\S+)", COMPOSE + DOCKERFILE):
        assert re.search(r":[0-9]+\.[0-9.]+", image), image
    hashed = (TOP / "docker" / "requirements.txt").read_text("utf-8")
    assert all("--hash=sha256:" in each for each in re.split(r"\n(?=[a-z])", hashed.strip()))
    wanted = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    names = {re.split(r"[^A-Za-z0-9_-]", each)[0].lower().replace("_", "-") for each in wanted}
    assert names <= set(re.findall(r"^([a-z0-9-]+)(?:\[[a-z]+\])?==", hashed, re.MULTILINE)), "make it again"


def test_a_policy_and_a_beacon_reach_the_server(tmp_path: Path) -> None:
    """What docker/.env says of them; the image has what checks a beacon's signatures."""
    witness = Witness("south.example/witness", bytes(32)).verifier
    policy, beacon = tmp_path / "witness-policy", tmp_path / "beacon.json"
    policy.write_text(f"witness south {witness} https://witness.example\nquorum south\n", "utf-8")
    described = {"name": "a", "genesis": 1, "period": 3, "rounds": "rounds.jsonl", "lead": 30, "needed": 1}
    beacon.write_text(json.dumps(described), "utf-8")
    (tmp_path / "rounds.jsonl").touch()
    said = {
        "IRONCLAD_WITNESS_POLICY": str(policy),
        "IRONCLAD_WITNESS_PACE": "5",
        "IRONCLAD_BEACON": str(beacon),
        "IRONCLAD_WITNESSES": str(witness),
    }
    environment = {
        name: VARIABLE.sub(lambda found: said.get(found[1], "" if found[2] == "?" else found[3]), str(value))
        for name, value in OURS["api"]["environment"].items()
    }
    environment |= {name: value.replace("/data/", f"{tmp_path}/") for name, value in environment.items()}
    signing = signing_for("postgresql://postgresql/ironclad", environment)
    assert signing.policy is not None
    assert (len(signing.policy.witnesses), signing.pace) == (1, 5.0)
    assert beacon_for(len(signing.witnesses), environment) is not None
    (installed,) = re.findall(
        r'^RUN pip install --no-cache-dir --no-deps "\.\[(.*)\]"$', DOCKERFILE, re.MULTILINE
    )
    extras = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert set(installed.split(",")) == set(extras) - {"test"}


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
        named = {each.partition(":")[0] for each in service.get("volumes", [])}
        assert {each for each in named if not each.startswith("./")} <= volumes.keys()
        assert all((TOP / "docker" / each).is_file() for each in named if each.startswith("./"))
    assert "-h" in SERVICES["postgresql"]["healthcheck"]["test"], "the image's first server has no TCP"


def test_the_image_has_every_file_of_the_packages() -> None:
    copied = re.findall(r"^COPY (.*) \S+$", DOCKERFILE, re.MULTILINE)
    assert all((TOP / name).exists() for names in copied for name in names.split())
    package_data = re.findall(r'"\*\*/\*(\.\w+)"', (TOP / "pyproject.toml").read_text("utf-8"))
    for package in ("domain", "eventlog", "referee", "projections", "api"):
        assert package in " ".join(copied).split()
        kinds = {each.suffix for each in (TOP / package).rglob("*.*") if each.is_file()}
        assert kinds - {".py", ".pyc"} <= set(package_data), package


def test_every_pinned_version_is_one_that_the_package_allows() -> None:
    hashed = (TOP / "docker" / "requirements.txt").read_text("utf-8")
    pinned = dict(re.findall(r"^([a-z0-9-]+)(?:\[[a-z,]+\])?==([^ ;]+)", hashed, re.M))
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
    for text in (*project["dependencies"], *project["optional-dependencies"]["beacon"]):
        wanted = Requirement(text)
        assert pinned[wanted.name.lower().replace("_", "-")] in wanted.specifier, text


def test_the_image_has_every_part_of_the_package_and_no_more() -> None:
    copied = set(re.findall(r"^COPY (\w+) \./\1$", DOCKERFILE, re.M))
    linked = {each.resolve().name for each in (TOP / "ironclad").iterdir() if each.is_symlink()}
    assert copied == linked | {"ironclad"}
    assert re.findall(r"^USER (.+)$", DOCKERFILE, re.M)[-1] != "root"
