"""The world of ``npx @oracle-gateway/localnet``, as its manifest describes it: for a first try, and for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ._ledger import Ledger
from .errors import ClientUsageError
from .signer import KeypairSigner, keypair_signer


class Localnet:
    """A world on this machine. Its sample keys are in a file, and serve no other world."""

    def __init__(self, manifest: str | Path = ".localnet/manifest.json") -> None:
        try:
            text = Path(manifest).read_text(encoding="utf-8")
        except OSError as error:
            raise ClientUsageError("manifest", "there is no localnet; start one, or name its manifest") from error
        self.manifest: dict[str, Any] = json.loads(text)
        self.gateway: str = self.manifest["gatewayUrl"]
        self.ledger = Ledger(self.manifest["rpcUrl"], self.manifest["programId"], self.manifest["network"])

    def secret_key(self, name: str) -> bytes:
        """Returns the 64 bytes of a sample key, such as ``subscriptionOwner``, ``delegate``, ``agentPayer`` or ``x402Payer``."""
        return bytes(self.manifest["keys"][name])

    def signer(self, name: str) -> KeypairSigner:
        """Returns the signer of a sample key."""
        return keypair_signer(self.secret_key(name))
