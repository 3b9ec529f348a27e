"""The compose file: valid, pinned, on loopback only, with healthchecks that can work."""

from __future__ import annotations

import re
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from compose_spec import PyCompose

ROOT = Path(__file__).resolve().parents[2]
RAW = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
DEFAULT = re.compile(r"\$\{(\w+):-([^}]*)\}")
# docker compose fills variables in before it validates; the library does not.
COMPOSE = PyCompose.from_yaml(DEFAULT.sub(r"\2", RAW))
SERVICES: dict[str, dict[str, Any]] = COMPOSE.to_dict()["services"]
EACH = pytest.mark.parametrize("service", sorted(SERVICES))


def test_it_fits_the_compose_specification() -> None:
    COMPOSE.validate()  # raises on an undefined volume, network, config or secret
    with pytest.raises(ValueError, match="imagee"):  # the check does check
        PyCompose.from_yaml(DEFAULT.sub(r"\2", RAW).replace("image:", "imagee:", 1))


def test_what_starts_by_default_and_what_by_profile() -> None:
    profiles = {name: service.get("profiles") for name, service in SERVICES.items()}
    assert profiles == {"qdrant": None, "neo4j": None, "falkordb": ["falkordb"], "ollama": ["ollama"]}


@EACH
def test_every_port_is_bound_to_this_machine_only(service: str) -> None:
    ports = SERVICES[service]["ports"]
    assert ports
    assert all(re.fullmatch(r"127\.0\.0\.1:\d+:\d+", port) for port in ports)


@EACH
def test_every_image_has_a_pinned_tag(service: str) -> None:
    name, _, tag = SERVICES[service]["image"].rpartition(":")
    assert name
    assert re.match(r"v?\d+\.\d+\.\d+", tag)


@EACH
def test_every_service_keeps_its_data_in_a_named_volume(service: str) -> None:
    declared = set(COMPOSE.to_dict()["volumes"])
    mounted = [volume.split(":")[0] for volume in SERVICES[service]["volumes"]]
    assert mounted
    assert set(mounted) <= declared


@EACH
def test_every_service_has_a_bounded_healthcheck(service: str) -> None:
    check = SERVICES[service]["healthcheck"]
    assert {"test", "interval", "timeout", "retries", "start_period"} <= set(check)
    assert "curl" not in str(check["test"]) and "wget" not in str(check["test"])  # not in all of these images


def test_the_example_environment_holds_every_default() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    example = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert example == dict(DEFAULT.findall(RAW))


def test_no_variable_is_without_a_default() -> None:
    # `$$` is an escaped dollar: the container's own shell fills that one in.
    assert "$" not in DEFAULT.sub("", RAW).replace("$$", "")


@contextmanager
def answering(status: int) -> Iterator[int]:
    """A server on a free port that answers /readyz with ``status``; yields the port."""

    class Ready(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/readyz" else 404)
            self.end_headers()
            self.wfile.write(b"waited 200 ms")

        def log_message(self, *_: object) -> None:
            """Keep the test's output clean."""

    server = HTTPServer(("127.0.0.1", 0), Ready)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def qdrant_check(port: int) -> int:
    _, *command = SERVICES["qdrant"]["healthcheck"]["test"]
    command[-1] = command[-1].replace("/6333", f"/{port}")
    return subprocess.run(command, capture_output=True, timeout=10, check=False).returncode


def test_the_qdrant_check_passes_when_ready_and_fails_otherwise() -> None:
    with answering(200) as port:
        assert qdrant_check(port) == 0
    assert qdrant_check(port) != 0  # nobody listens any more
    with answering(503) as port:
        assert qdrant_check(port) != 0
