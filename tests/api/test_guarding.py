"""What stands around every call: limits, proxies, headers, other origins, names of requests."""

import re
from ipaddress import ip_address
from types import SimpleNamespace
from typing import Any

import pytest

from ironclad.api.app import create_app
from ironclad.api.http.proxies import BehindProxies, counted
from ironclad.api.serving.request_buffer import _environ as environ_of
from ironclad.api.settings import SHARED_RATES, Kind, Rate, Settings, from_environment
from ironclad.referee.people.roles import Role
from tests.api.shared import PASSWORD, Shared, service
from tests.stores import Store

ORIGIN = "https://club.example"


# -- limits


def test_reads_are_limited_for_each_address_and_each_token(store: Store) -> None:
    with service(store, rates={Kind.READ: Rate(5, 600)}) as shared:
        shared.add("Ann")
        statuses = [shared.get("/rulesets").status_code for _ in range(6)]
        assert statuses == [200] * 5 + [429]
        refused = shared.get("/rulesets")
        assert refused.content_type == "application/problem+json"
        assert refused.json["type"].endswith("#too-many")
        assert 1 <= int(refused.headers["Retry-After"]) <= 121
        assert shared.get("/rulesets", "Ann").status_code == 200, "a token has an allowance of its own"
        elsewhere = shared.client.get("/api/v1/rulesets", environ_base={"REMOTE_ADDR": "192.0.2.1"})
        assert elsewhere.status_code == 200


def test_what_is_not_there_is_counted_too(store: Store) -> None:
    with service(store, rates={Kind.READ: Rate(3, 600)}) as shared:
        statuses = [shared.get("/nothing").status_code for _ in range(5)]
        assert statuses == [404] * 3 + [429] * 2
        forged = [shared.get("/rulesets", token="0" * 64).status_code for _ in range(2)]
        assert forged == [429, 429]


@pytest.mark.parametrize(
    ("kind", "path", "body"),
    [
        (Kind.OPEN, "/games", {"ruleset": "tug", "scenario": "long"}),
        (Kind.ODDS, "/games/{g}/odds", {}),
        (Kind.COMMAND, "/games/{g}/forks", {"at": 1}),
    ],
)
def test_each_kind_is_counted_for_itself(store: Store, kind: Kind, path: str, body: dict[str, Any]) -> None:
    with service(store, rates={kind: Rate(2, 600)}) as shared:
        shared.add("Ann")
        game = shared.open_game("Ann")
        path = path.replace("{g}", game)
        statuses = [shared.post(path, body, "Ann").status_code for _ in range(3)]
        assert statuses[-1] == 429
        assert 429 not in statuses[: 1 if kind is Kind.OPEN else 2]
        assert all(shared.get(f"/games/{game}", "Ann").status_code == 200 for _ in range(9))


def test_guessing_a_password_is_slowed_by_name_and_by_address(store: Store) -> None:
    with service(store, rates={Kind.SIGN_IN: Rate(4, 600)}) as shared:
        shared.referee.people.accounts.add("Ann", PASSWORD, Role.PLAYER)

        def guess(name: str, address: str) -> int:
            body = {"name": name, "password": "a wrong password"}
            environ = {"REMOTE_ADDR": address}
            return shared.client.post("/api/v1/sessions", json=body, environ_base=environ).status_code

        assert [guess("Ann", f"192.0.2.{number}") for number in range(5)] == [401] * 4 + [429]
        assert [guess(f"Nobody {number}", "192.0.2.200") for number in range(5)] == [401] * 4 + [429]
        assert guess("ANN", "192.0.2.9") == 429, "another spelling is the same name"


def test_one_machine_limits_sign_ins_reports_of_faults_and_claims_alone() -> None:
    assert set(Settings().rates) == {Kind.SIGN_IN, Kind.FAULT, Kind.CLAIM}
    assert set(SHARED_RATES) == set(Kind)


# -- proxies


def client_of(environ: dict[str, str], proxies: str) -> tuple[str, str]:
    seen: dict[str, Any] = {}
    networks = from_environment({"IRONCLAD_PROXIES": proxies}, shared=True).get("proxies", ())

    def application(found: dict[str, Any], start_response: Any) -> list[bytes]:
        seen.update(found)
        return []

    BehindProxies(application, networks)({"wsgi.url_scheme": "http", **environ}, None)
    return seen["REMOTE_ADDR"], seen["wsgi.url_scheme"]


@pytest.mark.parametrize(
    ("peer", "forwarded", "proxies", "client"),
    [
        ("192.0.2.1", "198.51.100.7", "", "192.0.2.1"),
        ("192.0.2.1", "198.51.100.7", "10.0.0.0/8", "192.0.2.1"),
        ("10.0.0.1", "198.51.100.7", "10.0.0.0/8", "198.51.100.7"),
        ("10.0.0.1", "1.2.3.4, 198.51.100.7, 10.0.0.9", "10.0.0.0/8", "198.51.100.7"),
        ("10.0.0.1", "nonsense", "10.0.0.0/8", "10.0.0.1"),
        ("10.0.0.1", "1.2.3.4, nonsense", "10.0.0.0/8", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.0/8", "10.0.0.1"),
        ("::ffff:10.0.0.1", "2001:db8::7", "10.0.0.0/8", "2001:db8::7"),
        ("::1", "198.51.100.7", "::1/128,10.0.0.0/8", "198.51.100.7"),
    ],
)
def test_only_our_proxies_say_who_asks(peer: str, forwarded: str, proxies: str, client: str) -> None:
    environ = {"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": forwarded, "HTTP_X_FORWARDED_PROTO": "https"}
    found, scheme = client_of(environ, proxies)
    trusted = bool(proxies) and peer != "192.0.2.1"
    assert (found, scheme) == (client, "https" if trusted else "http")


def test_a_whole_network_of_one_house_is_counted_together() -> None:
    assert counted("2001:db8::1") == counted("2001:db8::ffff:1") != counted("2001:db8:0:1::1")
    assert counted("::ffff:192.0.2.1") == "192.0.2.1"


@pytest.mark.parametrize(
    ("client", "address"), [("192.0.2.1:9", "192.0.2.1"), ("[2001:db8::7]:9", "2001:db8::7")]
)
def test_the_front_tells_addresses_as_they_are_counted(client: str, address: str) -> None:
    """The server writes an address of IPv6 in brackets, as in a URL; networks are not compared with those."""
    scope = SimpleNamespace(
        server="[::1]:80", client=client, method="GET", path="/", query_string="", http_version="1.1",
        scheme="http", authority=None, headers={},
    )  # fmt: skip
    assert environ_of(scope)["REMOTE_ADDR"] == address
    assert str(ip_address(environ_of(scope)["REMOTE_ADDR"])) == address


# -- the environment


def test_the_environment_says_what_may_be_chosen() -> None:
    chosen = from_environment(
        {"IRONCLAD_HOSTS": "a.example, b.example", "IRONCLAD_ORIGINS": ORIGIN, "IRONCLAD_SIGN_UP": "off"},
        shared=True,
    )
    settings = Settings(**chosen)
    assert (settings.hosts, settings.origins) == (("a.example", "b.example"), (ORIGIN,))
    assert (settings.accounts, settings.sign_up, settings.rates) == (True, False, SHARED_RATES)
    assert not Settings(**from_environment({}, shared=False)).accounts
    assert not Settings(**from_environment({"IRONCLAD_ACCOUNTS": "off"}, shared=True)).accounts
    for wrong in ({"IRONCLAD_ACCOUNTS": "yes"}, {"IRONCLAD_PROXIES": "everywhere"}):
        with pytest.raises(ValueError):
            from_environment(wrong, shared=True)


# -- headers


@pytest.fixture
def shared(store: Store) -> Any:
    with service(store, origins=(ORIGIN,)) as found:
        found.add("Ann")
        yield found


def test_every_answer_is_guarded_by_its_headers(shared: Shared) -> None:
    game = shared.open_game("Ann")
    for path in ("/api/v1/rulesets", "/api/v1/nothing", "/", "/nothing", "/static/ironclad.css", "/api/docs"):
        with shared.client.get(path) as answer:
            told = answer.headers
        assert told["X-Content-Type-Options"] == "nosniff", path
        assert told["Cross-Origin-Opener-Policy"] == "same-origin"
        assert told["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "frame-ancestors 'none'" in told["Content-Security-Policy"]
        assert told["Content-Security-Policy"].startswith("default-src 'none'")
        assert "unsafe" not in told["Content-Security-Policy"]
        assert "camera=()" in told["Permissions-Policy"]
        assert told["Referrer-Policy"] in ("same-origin", "no-referrer")
        assert "Strict-Transport-Security" not in told
    secure = shared.client.get(f"/games/{game}", base_url="https://localhost").headers
    assert secure["Strict-Transport-Security"] == "max-age=31536000"


def test_inline_styles_are_those_that_are_named_by_their_hashes(shared: Shared) -> None:
    game = shared.open_game("Ann")
    for path in (f"/games/{game}", f"/api/v1/games/{game}/map"):
        answer = shared.client.get(path)
        styles = re.findall(r"<style>", answer.text)
        policy = answer.headers["Content-Security-Policy"]
        assert len(set(re.findall(r"'sha256-[^']+'", policy))) == len(styles)
    assert "style-src" not in shared.client.get("/api/v1/rulesets").headers["Content-Security-Policy"]


def test_what_is_private_is_not_kept(shared: Shared) -> None:
    assert shared.get("/rulesets").headers["Cache-Control"] == "no-cache"
    assert shared.get("/rulesets", "Ann").headers["Cache-Control"] == "no-store"
    assert (
        shared.post("/sessions", {"name": "Ann", "password": PASSWORD}).headers["Cache-Control"] == "no-store"
    )
    assert shared.client.get("/").headers["Cache-Control"] == "no-store"
    with shared.client.get("/static/ironclad.css") as style:
        assert "max-age" in style.headers["Cache-Control"]


def test_only_listed_origins_may_use_the_api(shared: Shared) -> None:
    def ask(origin: str, path: str = "/api/v1/rulesets", method: str = "GET") -> Any:
        return shared.client.open(path, method=method, headers={"Origin": origin})

    allowed = ask(ORIGIN)
    assert allowed.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert allowed.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "Access-Control-Allow-Credentials" not in allowed.headers
    preflight = ask(ORIGIN, "/api/v1/games", "OPTIONS")
    assert preflight.status_code == 200
    assert "Authorization" in preflight.headers["Access-Control-Allow-Headers"]
    for origin in ("https://evil.example", "null", ORIGIN + ".evil.example"):
        assert "Access-Control-Allow-Origin" not in ask(origin).headers
    assert "Access-Control-Allow-Origin" not in ask(ORIGIN, "/").headers, "pages are nobody else's"
    assert "Origin" in ask("https://evil.example").headers["Vary"]


def test_no_origin_is_allowed_unless_it_is_listed(store: Store) -> None:
    with service(store) as shared:
        told = shared.client.get("/api/v1/rulesets", headers={"Origin": ORIGIN}).headers
        assert "Access-Control-Allow-Origin" not in told


def test_an_answer_names_its_request(shared: Shared) -> None:
    made = shared.get("/rulesets").headers["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f]{32}", made)
    assert shared.get("/rulesets").headers["X-Request-ID"] != made
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    for parent, kept in (
        (f"00-{trace}-00f067aa0ba902b7-01", True),
        (f"00-{trace}-0000000000000000-01", False),
        (f"ff-{trace}-00f067aa0ba902b7-01", False),
        ("00-" + "0" * 32 + "-00f067aa0ba902b7-01", False),
        ("nonsense\x01", False),
    ):
        told = shared.call("GET", "/nothing", headers={"Traceparent": parent}).headers["X-Request-ID"]
        assert (told == trace) is kept, parent


def test_a_compressed_body_is_refused(shared: Shared) -> None:
    answer = shared.call(
        "POST", "/games", "Ann", data=b"\x1f\x8b", headers={"Content-Encoding": "gzip"},
        content_type="application/json",
    )  # fmt: skip
    assert answer.status_code == 415
    assert answer.json["type"].endswith("#encoded")


def test_a_service_without_hosts_answers_under_any_name(shared: Shared) -> None:
    app = create_app(shared.referee, Settings(hosts=("games.example",)))
    client = app.test_client()
    assert client.get("/api/v1/rulesets", headers={"Host": "games.example:443"}).status_code == 200
    assert client.get("/api/v1/rulesets", headers={"Host": "other.example"}).status_code == 400
