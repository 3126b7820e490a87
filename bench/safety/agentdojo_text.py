"""Shared by the scripts that read AgentDojo (arXiv 2406.13352)."""

import json

VERSION = "v1.2"


def text_of(value):
    """Returns a result of a tool as text."""
    if isinstance(value, str):
        return value
    if hasattr(value, "model_dump_json"):
        return value.model_dump_json()
    return json.dumps(value, default=lambda one: one.model_dump(mode="json") if hasattr(one, "model_dump") else str(one))
