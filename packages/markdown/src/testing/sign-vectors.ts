/** A text with signs that may be Markdown or not, and how it is shown. */
export interface SignVector {
  readonly source: string;
  /** On Telegram, with formats as the tags of HTML, and no other signs for HTML's own. */
  readonly shown: string;
  /** Telegram's HTML for rich messages; default: a paragraph of what is shown. */
  readonly rich?: string;
  /** On WhatsApp; default: what is shown, without tags. */
  readonly whatsApp?: string;
}

const as = (source: string, shown: string, more: Omit<SignVector, "source" | "shown"> = {}) => ({
  source,
  shown,
  ...more,
});
const same = (source: string): SignVector => as(source, source);

/** Typical texts of people and models: sums, programs, paths, and languages without spaces. */
export const SIGN_VECTORS: readonly SignVector[] = [
  same("2*3*4 = 24"),
  same("2**3**2 = 512"),
  same("5 * 3 * 2"),
  same("5 ** 3 ** 2"),
  same("a*b*c"),
  same("a**b"),
  same("10**-3 and 2**-4"),
  same("(a+b)*(c+d)*(e+f)"),
  same("2*(x)*3 + 4*(y)*5"),
  same("x²*y²*z²"),
  same("un**frigging**believable"),
  same("**kwargs"),
  same("f(*args, **kw)"),
  same("dict(**a,**b)"),
  same("int *p, *q;"),
  same("*.txt and *.md"),
  same("f(**kw): 2**3**4"),
  as("`a`*`b`*`c`", "<code>a</code>*<code>b</code>*<code>c</code>", { whatsApp: "`a`*`b`*`c`" }),
  as("\\*", "*"),
  as("\\*no\\*", "*no*"),
  as("**2*3*4**", "<b>2*3*4</b>"),
  as("*2*3*4*", "<i>2*3*4</i>", { whatsApp: "_2*3*4_" }),
  as("**Note:**text", "<b>Note:</b>text"),
  as("**Note.**Text and **more**", "<b>Note.</b>Text and <b>more</b>", {
    whatsApp: "Note.Text and *more*",
  }),
  as("**A:**b **C:**d", "<b>A:</b>b <b>C:</b>d"),
  as("**„Zitat“**text", "<b>„Zitat“</b>text"),
  as("***Oh!***no", "<b><i>Oh!</i></b>no", { rich: "<p><i><b>Oh!</b></i>no</p>" }),
  as("**Sum:** 3 **and:**4", "<b>Sum:</b> 3 <b>and:</b>4", { whatsApp: "*Sum:* 3 and:4" }),
  as("f(**kw): see:**bold** text", "f(**kw): see:<b>bold</b> text", {
    whatsApp: "f(**kw): see:*bold* text",
  }),
  as("**重要:**文", "<b>重要:</b>文"),
  as("**首先，**我们", "<b>首先，</b>我们"),
  as("**重要（注）**文", "<b>重要（注）</b>文"),
  as("这是**重要**的", "这是<b>重要</b>的"),
  as("他说**“你好”**。", "他说<b>“你好”</b>。"),
  as("**서울**은 좋다", "<b>서울</b>은 좋다"),
  as("これは*大事*です", "これは<i>大事</i>です"),
  same("__init__"),
  same("__init__.py and __main__"),
  same("__my_name__()"),
  same("snake_case_name"),
  same("x_1_2"),
  same("$5_000"),
  as("__two words__", "<b>two words</b>", { whatsApp: "*two words*" }),
  as("_one_", "<i>one</i>", { whatsApp: "_one_" }),
  same("H~2~O"),
  same("~5 to ~10"),
  same("~/.bashrc and ~/.profile"),
  same("a~~b~~c"),
  same("~~~x~~~ y"),
  as("~~gone~~", "<s>gone</s>", { whatsApp: "~gone~" }),
  same("C#"),
  same("#5 and #tag"),
  as("<3", "<3", { rich: "<p>&lt;3</p>" }),
  as("a<b>c", "a<b>c", { rich: "<p>a&lt;b&gt;c</p>", whatsApp: "a<b>c" }),
  same("US$5 (or 6$), $HOME/bin:$PATH, $a, $b"),
  as("\\(see it\\) \\[1\\]", "(see it) [1]"),
  as("$x^2$ and \\(a_{1}\\)", "$x^2$ and \\(a_{1}\\)", {
    rich: "<p><tg-math>x^2</tg-math> and <tg-math>a_{1}</tg-math></p>",
  }),
  as("\\[\na * b * \\{c\\} < d\n\\]", "\\[\na * b * \\{c\\} < d\n\\]", {
    rich: "<tg-math-block>a * b * \\{c\\} &lt; d</tg-math-block>",
  }),
  same("$5 and $6, a == b == c, x^2^"),
  as("* item", "• item", { rich: "<ul><li>item</li></ul>", whatsApp: "- item" }),
  as("# 5", "<b>5</b>", { rich: "<h1>5</h1>", whatsApp: "*5*" }),
  as("1. 2. 3.", "1. 2. 3.", { rich: "<ol><li>2. 3.</li></ol>" }),
  as("1. 2. May", "1. 2. May", { rich: "<ol><li>2. May</li></ol>" }),
  as("<summary>x</summary>y", "x\ny", { rich: "<p>x<br>y</p>" }),
];
