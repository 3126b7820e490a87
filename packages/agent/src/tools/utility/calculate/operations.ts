import type { BigNumber } from "mathjs";

/**
 * Precision in digits: integers stay exact up to this. Results have more digits than are shown, so
 * that thirds add up to one.
 */
export const PRECISION = 100;

/** Maximum cost of one evaluation, in milliseconds of a slow processor. */
export const BUDGET = 30;

/**
 * A function of mathjs: the cost of an argument, in measured milliseconds, and the numbers it
 * accepts.
 */
export interface Operation {
  readonly cost: number;
  readonly accepts?: (...numbers: readonly BigNumber[]) => boolean;
}

const cheap: Operation = { cost: 0.04 };
const whole: Operation = { cost: 0.2, accepts: (...numbers) => allWithin(numbers, "1e90") };
const countable: Operation = { cost: 0.5, accepts: (...numbers) => allWithin(numbers, 1000) };
const series: Operation = { cost: 0.5, accepts: (...numbers) => allWithin(numbers, 20_000) };
const inverse: Operation = { cost: 2, accepts: (...numbers) => allWithin(numbers, 20_000) };
const root: Operation = { cost: 0.5, accepts: (_number, ...degree) => allWithin(degree, 1000) };
const power: Operation = {
  cost: 0.4,
  accepts: (_base, ...exponent) => allWithin(exponent, 10_000),
};
const rounding: Operation = { cost: 0.04, accepts: (_number, ...digits) => allWithin(digits, 40) };

/** Functions that can be called, by name in mathjs. Expressions can reach nothing else. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  Object.entries({
    abs: cheap,
    acos: inverse,
    add: cheap,
    asin: inverse,
    atan: inverse,
    atan2: inverse,
    cbrt: root,
    ceil: rounding,
    combinations: countable,
    cos: series,
    divide: cheap,
    exp: series,
    factorial: countable,
    floor: rounding,
    gcd: whole,
    hypot: cheap,
    lcm: whole,
    log: { cost: 0.5 },
    log10: { cost: 0.5 },
    log2: { cost: 0.5 },
    max: cheap,
    mean: cheap,
    median: cheap,
    min: cheap,
    mod: whole,
    multiply: cheap,
    nthRoot: root,
    permutations: countable,
    pow: power,
    round: rounding,
    sign: cheap,
    sin: series,
    sqrt: root,
    subtract: cheap,
    sum: cheap,
    tan: series,
    to: cheap,
    unaryMinus: cheap,
    unaryPlus: cheap,
  }),
);

/** Common names of functions that have other names in mathjs. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ["ln", "log"],
  ["mph", "mi/h"],
  ["kmh", "km/h"],
  ["kph", "km/h"],
]);

function allWithin(numbers: readonly BigNumber[], limit: number | string): boolean {
  return numbers.every((number) => number.abs().lte(limit));
}
