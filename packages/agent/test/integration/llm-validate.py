"""Reads requests, one JSON object a line, and prints which of them the vendors' own types refuse."""

import json
import sys
from collections.abc import Iterator

from anthropic.types.message_create_params import MessageCreateParamsStreaming
from google.genai import types as gemini
from openai.types.chat.completion_create_params import CompletionCreateParamsStreaming
from openai.types.responses.response_create_params import ResponseCreateParamsStreaming
from pydantic import TypeAdapter, ValidationError

ADAPTERS = {
    "anthropic": TypeAdapter(MessageCreateParamsStreaming),
    "openai-chat": TypeAdapter(CompletionCreateParamsStreaming),
    "openai-responses": TypeAdapter(ResponseCreateParamsStreaming),
}
CONTENTS = TypeAdapter(list[gemini.Content])


def drain(value):
    """Lists in these types are checked while they are read."""
    if isinstance(value, dict):
        for inner in value.values():
            drain(inner)
    elif isinstance(value, (list, tuple)) or (
        isinstance(value, Iterator) or type(value).__name__ == "ValidatorIterator"
    ):
        for inner in value:
            drain(inner)


def check(api, body):
    if api == "google":
        CONTENTS.validate_python(body["contents"])
        if "systemInstruction" in body:
            gemini.Content.model_validate(body["systemInstruction"])
        gemini.GenerationConfig.model_validate(body["generationConfig"])
        for tool in body.get("tools", []):
            gemini.Tool.model_validate(tool)
        return
    drain(ADAPTERS["openai-chat" if api == "cocoon-xml" else api].validate_python(body))


refused = []
for at, line in enumerate(sys.stdin):
    request = json.loads(line)
    try:
        check(request["api"], request["body"])
    except ValidationError as error:
        refused.append({"at": at, "reason": str(error)[:300]})
json.dump(refused, sys.stdout)
