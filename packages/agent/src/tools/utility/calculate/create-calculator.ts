import { Fault } from "@reeve/sdk";
import type { BigNumber, MathJsInstance, MathNode, Unit } from "mathjs";
import { ALIASES, BUDGET, OPERATIONS, PRECISION } from "./operations.ts";

/**
 * Evaluates an expression to text; throws `invalid` or `exhausted`, or an error of mathjs about the
 * expression.
 */
export type Calculator = (expression: string) => string;

type Value = BigNumber | Unit;

/** State of the evaluation of one expression. */
interface Evaluation {
  readonly math: MathJsInstance;
  left: number;
}

const CONSTANTS: readonly string[] = ["pi", "tau", "e", "phi"];
const MAX_EXPONENT = 10_000;
const SHOWN_DIGITS = 40;

/**
 * Creates a calculator from an instance of mathjs, which it configures. It uses the parser and
 * evaluates the tree itself: an expression can use numbers, units and the listed operations, and
 * each has a cost, so that no expression blocks the process.
 */
export function createCalculator(math: MathJsInstance): Calculator {
  math.config({ number: "BigNumber", precision: PRECISION });
  return (expression) => {
    const value = evaluate(math.parse(normalize(expression)), { math, left: BUDGET });
    return format(value, math);
  };
}

/** Converts common notation to that of mathjs. */
function normalize(expression: string): string {
  return expression
    .replaceAll(/[×·]/g, "*")
    .replaceAll("÷", "/")
    .replaceAll("−", "-")
    .replaceAll("**", "^")
    .replaceAll("°", " deg")
    .replaceAll(/\s*\bpercent\b/gi, "%")
    .replaceAll(/%\s*of\b/gi, "% *");
}

function evaluate(node: MathNode, evaluation: Evaluation): Value {
  const { math } = evaluation;
  if (math.isParenthesisNode(node)) return evaluate(node.content, evaluation);
  if (math.isConstantNode(node)) return checked(toBigNumber(node.value, math), math);
  if (math.isSymbolNode(node)) return lookUp(node.name, math);
  if (math.isOperatorNode(node)) return apply(node.fn, node.args, evaluation);
  if (math.isFunctionNode(node) && math.isSymbolNode(node.fn)) {
    return apply(ALIASES.get(node.fn.name) ?? node.fn.name, node.args, evaluation);
  }
  throw new Fault(
    "invalid",
    `"${node.toString().slice(0, 100)}" is not an arithmetic expression.`,
    {
      hint: "Use numbers, units, + - * / ^ % ! and functions such as sqrt(2).",
    },
  );
}

function lookUp(name: string, math: MathJsInstance): Value {
  if (CONSTANTS.includes(name)) return checked(Reflect.get(math, name), math);
  const unit = ALIASES.get(name) ?? name;
  if (ALIASES.has(name) || math.Unit.isValuelessUnit(unit)) return math.unit(unit);
  throw new Fault("invalid", `"${name}" is neither a unit nor a constant.`, {
    hint: "Write numbers with units such as km, lb, degC or MiB. Currencies are not units.",
  });
}

function apply(name: string, nodes: readonly MathNode[], evaluation: Evaluation): Value {
  const operation = OPERATIONS.get(name);
  if (!operation) {
    throw new Fault("invalid", `"${name}" cannot be calculated.`, {
      hint: `Available functions: ${[...OPERATIONS.keys()].join(", ")}.`,
    });
  }
  const { math } = evaluation;
  const args = nodes.map((node) => evaluate(node, evaluation));
  evaluation.left -= operation.cost * args.length;
  const isAccepted = operation.accepts?.(...args.map((value) => numberOf(value, math))) ?? true;
  if (evaluation.left < 0 || !isAccepted) throw tooMuch(`The argument of ${name}`);

  const run: unknown = Reflect.get(math, name);
  if (typeof run !== "function") throw new TypeError(`mathjs has no ${name}`);
  return checked(Reflect.apply(run, undefined, args), math);
}

/** The parser writes the hundred of a percentage as a plain number. */
function toBigNumber(value: unknown, math: MathJsInstance): unknown {
  return typeof value === "number" ? math.bignumber(value) : value;
}

/** A unit counts with its value in base units, or as 1 without a value. */
function numberOf(value: Value, math: MathJsInstance): BigNumber {
  if (math.isBigNumber(value)) return value;
  const number: unknown = value.toJSON().value;
  return math.isBigNumber(number) ? number : math.bignumber(1);
}

/** Accepts only finite real numbers of a size that is cheap to compute with, and units of them. */
function checked(value: unknown, math: MathJsInstance): Value {
  if (math.isUnit(value)) {
    checked(numberOf(value, math), math);
    return value;
  }
  if (!math.isBigNumber(value)) {
    throw new Fault("invalid", "The result, or part of it, is not a real number.", {
      hint: "Check for roots or logarithms of negative numbers.",
    });
  }
  if (!value.isFinite()) {
    throw new Fault("invalid", "The result is not finite.", {
      hint: "Check for a division by zero or a logarithm of zero.",
    });
  }
  if (!value.isZero() && Math.abs(value.e) > MAX_EXPONENT) throw tooMuch("The result");
  return value;
}

function tooMuch(what: string): Fault {
  return new Fault("exhausted", `${what} is too large.`, {
    hint: `Keep numbers below 1e${MAX_EXPONENT}, and use small arguments for functions such as factorial.`,
  });
}

function format(value: Value, math: MathJsInstance): string {
  if (math.isBigNumber(value) && value.isInteger() && value.e < PRECISION) return value.toFixed();
  return math.format(value, { precision: SHOWN_DIGITS, lowerExp: -9, upperExp: SHOWN_DIGITS });
}
