"""Sources as this client asks for them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .attestation import MAX_NODES, Registry
from .errors import ClientUsageError
from .subject import ApiConfig, Subject, canonical_json, index_subject, list_subject, source_subject

SourceInput = Mapping[str, Any]
"""The JSON object of a source, or ``{"apiConfigs": […], "combine": {…}}``, which is an index."""

_URL = re.compile(r"(https?)://([^/?]*)(.*)", re.IGNORECASE | re.DOTALL)
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}
_MIN_TOLERANCE_QUORUM = 3


def canonical_source(source: ApiConfig) -> ApiConfig:
    """Writes the URL of a source as it is fetched, so that a source has one id: scheme and host in lower case, no default port, a path."""
    url = _URL.fullmatch(source["url"])
    if url is None:
        return source
    scheme, host, rest = url[1].lower(), _ascii_lower(url[2]), url[3]
    return {**source, "url": f"{scheme}://{host.removesuffix(_DEFAULT_PORTS[scheme])}{'' if rest.startswith('/') else '/'}{rest}"}


def as_written(source: ApiConfig) -> ApiConfig:
    """Leaves a source in the text of its caller, which another program may have sent."""
    return source


def source_in(source: SourceInput, form: Callable[[ApiConfig], ApiConfig] = canonical_source) -> Subject:
    """Reads a source or an index. Raises ``ClientUsageError`` that names the member and the rule."""
    if not isinstance(source, Mapping):
        raise ClientUsageError("source", "must be the JSON object of a source")
    if "apiConfigs" not in source:
        return _subject(lambda: source_subject(form(_checked(source, "apiConfig"))))
    if "combine" not in source:
        raise ClientUsageError("combine", "is required of an index; ask for a list by `values`")
    return _subject(lambda: index_subject(_all_checked(source["apiConfigs"], form), _plain(source["combine"])))


def list_in(sources: Sequence[ApiConfig], min_values: int | None = None, form: Callable[[ApiConfig], ApiConfig] = canonical_source) -> Subject:
    """Reads a list of sources. Raises ``ClientUsageError`` that names the member and the rule."""
    return _subject(lambda: list_subject(_all_checked(sources, form), min_values))


def members_of_subject(subject: Subject) -> dict[str, Any]:
    """Returns the members of a request that name its subject."""
    if not subject.is_list and subject.combine is None:
        return {"apiConfig": subject.sources[0]}
    members: dict[str, Any] = {"apiConfigs": list(subject.sources)}
    if subject.combine is not None:
        members["combine"] = subject.combine
    elif subject.min_values < len(subject.sources):
        members["minValues"] = subject.min_values
    return members


def quorum_in(quorum: int | None, registry: Registry, subject: Subject) -> int:
    """Returns the quorum that was asked for, else a majority of the registry's nodes."""
    if quorum is None:
        smallest = max(registry.min_signers, _MIN_TOLERANCE_QUORUM if subject.is_tolerance else 0)
        return min(registry.active, max(smallest, registry.active // 2 + 1))
    return required_quorum(quorum)


def required_quorum(quorum: int) -> int:
    if not isinstance(quorum, int) or isinstance(quorum, bool) or not 1 <= quorum <= MAX_NODES:
        raise ClientUsageError("quorum", f"must be an integer from 1 to {MAX_NODES}")
    return quorum


def _all_checked(sources: object, form: Callable[[ApiConfig], ApiConfig]) -> list[ApiConfig]:
    if isinstance(sources, (str, bytes, Mapping)) or not isinstance(sources, Sequence):
        raise ClientUsageError("apiConfigs", "must be a list of sources")
    return [form(_checked(source, f"apiConfigs[{place}]")) for place, source in enumerate(sources)]


def _checked(source: object, root: str) -> ApiConfig:
    if not isinstance(source, Mapping):
        raise ClientUsageError(root, "must be the JSON object of a source")
    for name in ("url", "method"):
        if not isinstance(source.get(name), str):
            raise ClientUsageError(f"{root}.{name}", "must be a text")
    if source["method"] == "HEAD":
        raise ClientUsageError(f"{root}.method", "must not be HEAD: its answer has no body to take a value from")
    return _plain(source)


def _plain(members: Any) -> ApiConfig:
    """Copies members into plain JSON, so that a caller who changes them later changes no request."""
    copied: ApiConfig = json.loads(canonical_json(members))
    return copied


def _subject(make: Callable[[], Subject]) -> Subject:
    try:
        return make()
    except ClientUsageError:
        raise
    except (KeyError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
        field, _, rule = str(error).partition(": ")
        raise ClientUsageError(field if rule else "source", rule or f"breaks a rule of sources ({error})") from error


def _ascii_lower(text: str) -> str:
    return re.sub("[A-Z]", lambda letter: letter[0].lower(), text)
