// Reads bookings as CSV from standard input and prints a report as JSON. Amounts are added up as whole
// hundredths, so no sum is rounded.
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";

const HEADINGS = {
  date: /^(date|booking date|transaction date|datum|buchungstag|buchungsdatum|fecha|data|дата|tarih|date .*|data .*)$/i,
  amount:
    /^(amount|betrag|umsatz|importe|montant|importo|kwota|valor|сумма|сума|tutar|amount .*|betrag .*)$/i,
  payee:
    /^(payee|name|merchant|description|empf(ä|ae)nger|beg(ü|ue)nstigter.*|auftraggeber.*|beneficiario|concepto|libell(é|e)|descrizione|odbiorca|получатель|описание|отримувач|açıklama)$/i,
  purpose:
    /^(purpose|memo|note|reference|verwendungszweck|buchungstext|details|motif|causale|tytu(ł|l)|назначение)$/i,
};

const LISTED = 15;

const { values } = parseArgs({
  options: {
    date: { type: "string" },
    amount: { type: "string" },
    payee: { type: "string" },
    purpose: { type: "string" },
    category: { type: "string", multiple: true, default: [] },
  },
});

const rules = values.category.map((rule) => {
  const [name = "", words = ""] = rule.split(/=(.*)/s);
  const known = words.split(",").map((word) => word.trim().toLowerCase());
  return { name: name.trim(), words: known.filter((word) => word !== "") };
});

const table = parseCsv((await text(process.stdin)).replace(/^\uFEFF/, ""));
const [headings = [], ...lines] = skipPreamble(table);
const columns = Object.fromEntries(
  Object.entries(HEADINGS).map(([name, heading]) => [
    name,
    findColumn(headings, values[name], heading),
  ]),
);
if (columns.date < 0 || columns.amount < 0)
  fail(
    `There is no column for ${columns.date < 0 ? "--date" : "--amount"}. Columns: ${headings.join(", ")}`,
  );

const skipped = [];
const bookings = lines.flatMap((row, index) => {
  const date = parseDate(row[columns.date] ?? "");
  const cents = parseAmount(row[columns.amount] ?? "");
  if (date === undefined || cents === undefined) {
    skipped.push({ line: index + 2, reason: date === undefined ? "no date" : "no amount" });
    return [];
  }
  const payee = (row[columns.payee] ?? "").replace(/\s+/g, " ").trim() || "unknown";
  const purpose = row[columns.purpose] ?? "";
  return [
    { date, month: date.slice(0, 7), cents, payee, category: categoryOf(`${payee} ${purpose}`) },
  ];
});
if (bookings.length === 0) fail("There are no bookings with a date and an amount.");

const counted = bookings.filter(({ category }) => category !== "transfer");
const spending = counted.filter(({ cents }) => cents < 0n);
const spent = sum(spending);
const dates = bookings.map(({ date }) => date).toSorted();

print({
  from: dates[0],
  to: dates.at(-1),
  bookings: bookings.length,
  spent: format(-spent),
  received: format(sum(counted.filter(({ cents }) => cents > 0n))),
  balance: format(sum(counted)),
  months: groupBy(counted, "month").map(([month, items]) => ({
    month,
    spent: format(-sum(items.filter(({ cents }) => cents < 0n))),
    received: format(sum(items.filter(({ cents }) => cents > 0n))),
    balance: format(sum(items)),
  })),
  categories: bySpent(groupBy(spending, "category")).map(([category, items]) => ({
    category,
    spent: format(-sum(items)),
    percent: spent === 0n ? 0 : Number((sum(items) * 1000n) / spent) / 10,
    bookings: items.length,
  })),
  payees: bySpent(groupBy(spending, "payee"))
    .slice(0, LISTED)
    .map(([payee, items]) => ({ payee, spent: format(-sum(items)), bookings: items.length })),
  recurring: groupBy(spending, "payee").flatMap(findRecurring),
  largest: [...spending]
    .toSorted((one, other) => (one.cents < other.cents ? -1 : 1))
    .slice(0, LISTED)
    .map(({ date, payee, cents }) => ({ date, payee, amount: format(-cents) })),
  skipped: skipped.slice(0, LISTED),
  skippedLines: skipped.length,
});

function categoryOf(words) {
  const found = words.toLowerCase();
  return rules.find((rule) => rule.words.some((word) => found.includes(word)))?.name ?? "other";
}

/** At least three months with one booking each, none more than a fifth from the middle one. */
function findRecurring([payee, items]) {
  const months = new Set(items.map(({ month }) => month));
  if (months.size < 3 || months.size !== items.length) return [];
  const amounts = items.map(({ cents }) => -cents).toSorted((one, other) => (one < other ? -1 : 1));
  const usual = amounts[Math.floor(amounts.length / 2)] ?? 0n;
  const isSteady = amounts.every((cents) => abs(cents - usual) * 5n <= usual);
  return isSteady ? [{ payee, usual: format(usual), months: months.size }] : [];
}

function parseCsv(input) {
  const delimiter = [";", "\t", ","].find((sign) => countOf(input, sign) > 0) ?? ",";
  const rows = [];
  let row = [];
  let field = "";
  let isQuoted = false;
  for (let at = 0; at < input.length; at += 1) {
    const sign = input[at];
    if (isQuoted) {
      if (sign !== '"') field += sign;
      else if (input[at + 1] === '"') field += input[(at += 1)];
      else isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === delimiter || sign === "\n") {
      row.push(field.trim());
      field = "";
      if (sign === delimiter) continue;
      rows.push(row);
      row = [];
    } else field += sign;
  }
  rows.push([...row, field.trim()]);
  return rows.filter((one) => one.some((value) => value !== ""));
}

/** Counts a sign outside of quotation marks. */
function countOf(input, sign) {
  return input.replaceAll(/"[^"]*"/g, "").split(sign).length - 1;
}

/** Banks put lines with the account above the header. */
function skipPreamble(rows) {
  const at = rows.slice(0, 30).findIndex(isHeader);
  return at < 0 ? rows : rows.slice(at);
}

function isHeader(row) {
  return (
    row.some((cell) => cell === values.date || HEADINGS.date.test(cell)) &&
    row.some((cell) => cell === values.amount || HEADINGS.amount.test(cell))
  );
}

function findColumn(header, name, heading) {
  if (name === undefined) return header.findIndex((cell) => heading.test(cell));
  const at = header.indexOf(name);
  if (at < 0) fail(`There is no column "${name}". Columns: ${header.join(", ")}`);
  return at;
}

/** Days come first unless the year does, or the second number cannot be a month. */
function parseDate(value) {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(value);
  if (iso) return toDate(iso[1], iso[2], iso[3]);
  const [, first, second, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})\b/.exec(value) ?? [];
  if (year === undefined) return undefined;
  const full = year.length === 2 ? `20${year}` : year;
  return Number(second) > 12 ? toDate(full, first, second) : toDate(full, second, first);
}

function toDate(year, month, day) {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return Number.isNaN(Date.parse(date)) ? undefined : date;
}

/** Hundredths as a bigint: "-1.234,50 EUR", "1,234.5", "(12.00)", "12,00-". */
function parseAmount(value) {
  const isNegative = /^\s*\(.*\)\s*$|[-−–]/.test(value);
  const digits = value.replace(/[^\d.,]/g, "");
  if (!/\d/.test(digits)) return undefined;
  const [, whole = "", decimals = ""] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? [];
  const cents =
    BigInt(whole.replace(/[.,]/g, "") || "0") * 100n + BigInt(decimals.padEnd(2, "0") || "0");
  return isNegative ? -cents : cents;
}

function groupBy(items, field) {
  const groups = new Map();
  for (const item of items) groups.set(item[field], [...(groups.get(item[field]) ?? []), item]);
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function bySpent(groups) {
  return groups.toSorted(([, one], [, other]) => (sum(one) < sum(other) ? -1 : 1));
}

function sum(items) {
  return items.reduce((total, { cents }) => total + cents, 0n);
}

function abs(cents) {
  return cents < 0n ? -cents : cents;
}

function format(cents) {
  const digits = String(abs(cents)).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function print(report) {
  process.stdout.write(`${JSON.stringify(report)}\n`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
