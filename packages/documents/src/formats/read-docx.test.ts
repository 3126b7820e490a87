import { expect, test } from "vitest";
import { buildDocx, buildRenamedDocx } from "../testing/build-office.ts";
import { readWords } from "../testing/read-words.ts";

const run = (content: string) => `<w:r>${content}</w:r>`;
const p = (content: string) => `<w:p>${content}</w:p>`;
const words = (text: string) => run(`<w:t>${text}</w:t>`);

test("a document is found whatever its parts are called", async () => {
  const docx = buildRenamedDocx({ body: p(words("Hello")), notes: p(words("A note")) });
  expect(await readWords("a.docx", docx)).toBe("Hello\nA note");
});

test("what was moved is told in its new place alone, and what was deleted not at all", async () => {
  const docx = buildDocx(
    p(words("A") + `<w:moveFrom>${words("Pay 100.")}</w:moveFrom>`) +
      p(`<w:del>${run("<w:delText>old</w:delText><w:tab/><w:br/>")}</w:del>${words("B")}`) +
      p(`<w:moveTo>${words("Pay 100.")}</w:moveTo>`),
  );
  expect(await readWords("a.docx", docx)).toBe("A\nB\nPay 100.");
});

test("where tabs stop is no tab", async () => {
  const stops = '<w:pPr><w:tabs><w:tab w:pos="720"/><w:tab w:pos="1440"/></w:tabs></w:pPr>';
  const docx = buildDocx(
    p(stops + run("<w:t>Rent</w:t><w:tab/><w:t>5</w:t><w:ptab/><w:t>6</w:t>")),
  );
  expect(await readWords("a.docx", docx)).toBe("Rent\t5\t6");
});

test("a hyphen that keeps its words on one line is a hyphen", async () => {
  const docx = buildDocx(p(run("<w:t>E</w:t><w:noBreakHyphen/><w:t>Mail</w:t>")));
  expect(await readWords("a.docx", docx)).toBe("E-Mail");
});
