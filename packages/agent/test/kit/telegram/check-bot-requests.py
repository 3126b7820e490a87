"""Reads requests to the Bot API, one JSON object a line, and prints which of them its documentation refuses.

The documentation is the one that aiogram is generated from: methods and types with their fields, lengths and words.
"""

import ast
import inspect
import json
import re
import sys
import textwrap

from aiogram import enums, methods, types
from pydantic import BaseModel, ValidationError

METHODS = {
    name.lower(): method
    for name, method in vars(methods).items()
    if inspect.isclass(method) and issubclass(method, methods.TelegramMethod)
}

WORDS = {
    ("SendChatAction", "action"): enums.ChatAction,
    ("SendPoll", "type"): enums.PollType,
    ("SendDice", "emoji"): enums.DiceEmoji,
    ("MessageEntity", "type"): enums.MessageEntityType,
    ("GetUpdates", "allowed_updates"): enums.UpdateType,
    ("SetWebhook", "allowed_updates"): enums.UpdateType,
}

LENGTH = re.compile(r"(\d+)-(\d+) (characters|bytes)")


def lengths_of(model):
    """Fields whose description says how long they may be."""
    [body] = ast.parse(textwrap.dedent(inspect.getsource(model))).body
    found = {}
    for field, comment in zip(body.body, body.body[1:]):
        if isinstance(field, ast.AnnAssign) and isinstance(comment, ast.Expr):
            said = LENGTH.search(ast.literal_eval(comment.value))
            if said:
                found[field.target.id] = (int(said[1]), int(said[2]), said[3])
    return found


LENGTHS = {}


def problems_of(value, path):
    """Fields that the documentation does not have, is rid of, or has other words or lengths for."""
    if isinstance(value, (list, tuple)):
        for at, inner in enumerate(value):
            yield from problems_of(inner, f"{path}[{at}]")
        return
    if not isinstance(value, BaseModel):
        return
    model = type(value)
    for name in value.model_extra or {}:
        yield f"{path}.{name} is unknown"
    if model not in LENGTHS:
        LENGTHS[model] = lengths_of(model)
    for name in value.model_fields_set - set(value.model_extra or {}):
        inner = getattr(value, name)
        if (model.model_fields[name].json_schema_extra or {}).get("deprecated"):
            yield f"{path}.{name} is deprecated"
        words = WORDS.get((model.__name__, name))
        if words:
            for word in inner if isinstance(inner, list) else [inner]:
                if word not in [known.value for known in words]:
                    yield f"{path}.{name} cannot be {word}"
        if name in LENGTHS[model] and isinstance(inner, str):
            least, most, unit = LENGTHS[model][name]
            size = len(inner.encode()) if unit == "bytes" else len(inner.encode("utf-16-le")) // 2
            if not least <= size <= most:
                yield f"{path}.{name} has {size} {unit}, not {least} to {most}"
        yield from problems_of(inner, f"{path}.{name}")


def read(params):
    """Files of a form: a field is one itself, or names it in its objects by `attach://`, which is text."""
    used = set()

    def put(value, is_field):
        if isinstance(value, str) and value.startswith("attach://"):
            name = value[len("attach://"):]
            used.add(name)
            return put(params.get(name), True) if is_field else value
        if isinstance(value, dict):
            name = value.get("$file") or value.get("file")
            if isinstance(name, str):
                return types.BufferedInputFile(b"", name) if is_field else f"attach://{name}"
            return {key: put(inner, False) for key, inner in value.items()}
        return [put(inner, False) for inner in value] if isinstance(value, list) else value

    placed = {key: put(value, True) for key, value in params.items()}
    return {key: value for key, value in placed.items() if key not in used}


def check(request):
    method = METHODS.get(request["method"].lower())
    if not method:
        yield "there is no such method"
        return
    try:
        call = method.model_validate(read(request["params"]))
    except ValidationError as error:
        for one in error.errors():
            yield f"{'.'.join(map(str, one['loc']))}: {one['msg']}"
        return
    yield from problems_of(call, request["method"])


refused = []
count = 0
for line in sys.stdin:
    request = json.loads(line)
    count += 1
    problems = list(check(request))
    if problems:
        refused.append({"method": request["method"], "problems": problems, "params": request["params"]})
json.dump({"count": count, "refused": refused}, sys.stdout)
