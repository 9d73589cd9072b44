// Which test proves which statement of the specification: the statements (docs/coverage/statements.tsv) and the tags above the tests.
// `npm run docs` writes docs/coverage.md from them; `npm run check` fails on a statement without a test.

export interface Statement {
  /** Section, line in it, and a letter where a line makes several statements: `2.29b`. */
  readonly number: string;
  /** A short description of the statement. */
  readonly text: string;
  /** Heading of its section. */
  readonly section: string;
}

/** A test, or one case of its table, that fails when the stated behaviour is removed. */
interface Proof {
  readonly number: string;
  readonly file: string;
  readonly title: string;
}

export interface Coverage {
  readonly statements: readonly Statement[];
  readonly proofs: readonly Proof[];
  /** The faults, one line each. */
  readonly faults: readonly string[];
}

/** A test of more statements proves none in particular. */
const MOST_OF_ONE_TEST = 3;
const TAG = /^\s*\/\/ Proves (§\d+\.\d+[a-z]?(?:, §\d+\.\d+[a-z]?)*)$/;
/** A malformed tag would silently prove nothing. */
const LIKE_A_TAG = /^\s*\/\/\s*proves?\b.*§/i;
const TEST_OR_CASE = /^\s*(?:(?:it|test)(?:\.each|\.for|\.run)?\b|[[{])/;
const FIRST_TEXT = /(['"`])((?:\\.|(?!\1).)+)\1/;
/** How many lines below its first line a test's title may be (`it.each` of a table). */
const TITLE_WITHIN_LINES = 40;

/** @param table lines `number<TAB>text` below lines `# section` */
export function readStatements(table: string): Statement[] {
  let section = '';
  return table.split('\n').flatMap((line) => {
    if (line.startsWith('# ')) section = line.slice(2);
    const [number, text] = line.split('\t');
    return number === undefined || text === undefined ? [] : [{ number, text, section }];
  });
}

/**
 * @param files name and text of the test files
 * @param awaited numbers of statements whose test is not written yet; a statement that has a test must be removed from the list
 */
export function coverage(
  statements: readonly Statement[],
  files: readonly (readonly [name: string, text: string])[],
  awaited: readonly string[],
): Coverage {
  const known = new Set(statements.map(({ number }) => number));
  const proofs: Proof[] = [];
  const faults: string[] = [];
  for (const [file, text] of files) {
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) {
      const at = `${file}:${index + 1}`;
      const tag = TAG.exec(line)?.[1];
      if (tag === undefined) {
        if (LIKE_A_TAG.test(line)) faults.push(`${at}: write it as \`// Proves §1.1, §1.2\``);
        continue;
      }
      const numbers = tag.split(', ').map((number) => number.slice(1));
      if (numbers.length > MOST_OF_ONE_TEST) faults.push(`${at}: one test proves at most ${MOST_OF_ONE_TEST} statements`);
      if (!TEST_OR_CASE.test(lines[index + 1] ?? '')) faults.push(`${at}: stands above no test`);
      for (const number of numbers.filter((some) => !known.has(some))) faults.push(`${at}: there is no statement §${number}`);
      const title = titleBelow(lines, index + 1);
      proofs.push(...numbers.map((number) => ({ number, file, title })));
    }
  }
  const proved = new Set(proofs.map(({ number }) => number));
  for (const number of known) {
    if (!proved.has(number) && !awaited.includes(number)) faults.push(`§${number}: no test proves it`);
  }
  for (const number of awaited) {
    if (!known.has(number) || proved.has(number)) faults.push(`§${number}: is awaited no longer; take it off the list`);
  }
  return { statements, proofs, faults };
}

function titleBelow(lines: readonly string[], from: number): string {
  const found = lines.slice(from, from + TITLE_WITHIN_LINES).find((line) => FIRST_TEXT.test(line));
  return FIRST_TEXT.exec(found ?? '')?.[2] ?? '';
}

/** docs/coverage.md, below its heading. */
export function coverageTables({ statements, proofs }: Coverage): string {
  const byNumber = Map.groupBy(proofs, ({ number }) => number);
  const escaped = (text: string) => text.replaceAll('|', '\\|');
  const row = ({ number, text }: Statement) => {
    const tests = (byNumber.get(number) ?? []).map(({ file, title }) => `\`${file}\`: ${escaped(title)}`);
    return `| ${number} | ${escaped(text)} | ${tests.join('<br>') || '—'} |`;
  };
  const sections = Map.groupBy(statements, ({ section }) => section);
  return [...sections]
    .map(([section, some]) => `## ${section}\n\n| § | about | proved by |\n|---|---|---|\n${some.map(row).join('\n')}\n`)
    .join('\n');
}
