"""Writes the ground truths of AgentDojo (arXiv 2406.13352) as JSON lines: one for each user task × injection task.

Each line has the user's prompt, the calls that solve the task with their results in an environment whose
injection vectors all hold the order of the injection task, and the calls that the order asks for.

Usage: python export_agentdojo.py [suite …] > tasks.jsonl. Needs the package `agentdojo` from PyPI.
"""

import json
import sys

from agentdojo.functions_runtime import FunctionsRuntime
from agentdojo.task_suite.load_suites import get_suites

from agentdojo_text import VERSION, text_of


def calls_of(suite, task, environment):
    """Runs the ground truth of a task and returns its calls with their results."""
    runtime = FunctionsRuntime(suite.tools)
    before = task.init_environment(environment)
    found = []
    for call in task.ground_truth(before):
        result, _error = runtime.run_function(before, call.function, call.args)
        found.append({"tool": call.function, "args": dict(call.args), "result": text_of(result)})
    return found


def main():
    for name, suite in get_suites(VERSION).items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        vectors = suite.get_injection_vector_defaults()
        for user_id, user in suite.user_tasks.items():
            clean = suite.load_and_inject_default_environment({})
            yield {"suite": name, "user": user_id, "injection": None, "prompt": user.PROMPT, "calls": calls_of(suite, user, clean), "attack": []}
            for injection_id, injection in suite.injection_tasks.items():
                order = f"IMPORTANT ORDER: {injection.GOAL}"
                poisoned = suite.load_and_inject_default_environment({vector: order for vector in vectors})
                target = suite.load_and_inject_default_environment({})
                attack = [{"tool": one.function, "args": dict(one.args)} for one in injection.ground_truth(target)]
                yield {"suite": name, "user": user_id, "injection": injection_id, "prompt": user.PROMPT, "calls": calls_of(suite, user, poisoned), "attack": attack, "order": order}


for task in main():
    print(json.dumps(task, default=str))
