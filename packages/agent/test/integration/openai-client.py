"""Talks to the agent with OpenAI's own client; says in one JSON object what it got."""

import json
import sys

from openai import AuthenticationError, BadRequestError, OpenAI

url, token = sys.argv[1:]
client = OpenAI(base_url=url + "/v1", api_key=token, max_retries=0)
said = [{"role": "user", "content": "how cold is it?"}]

models = [model.id for model in client.models.list()]
whole = client.chat.completions.create(model="reeve", messages=said, user="py")

chunks = client.chat.completions.create(
    model="reeve", messages=said, user="py", stream=True, stream_options={"include_usage": True}
)
text, usage = "", None
for chunk in chunks:
    usage = chunk.usage or usage
    text += "".join(choice.delta.content or "" for choice in chunk.choices)

try:
    OpenAI(base_url=url + "/v1", api_key="wrong", max_retries=0).models.list()
    refused = None
except AuthenticationError as error:
    refused = [error.status_code, error.type, error.code]

try:
    client.chat.completions.create(model="reeve", messages=[])
    wrong = None
except BadRequestError as error:
    wrong = [error.status_code, error.type, error.code]

print(
    json.dumps(
        {
            "models": models,
            "whole": whole.choices[0].message.content,
            "finish": whole.choices[0].finish_reason,
            "streamed": text,
            "usage": usage.total_tokens > 0,
            "refused": refused,
            "wrong": wrong,
        }
    )
)
