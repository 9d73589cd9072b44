import ts from 'typescript';

/** The limit of Biome's `noExcessiveLinesPerFunction` (biome.json). */
export const LONGEST_FUNCTION = 120;

/** How many functions of a file are longer than the limit; a nested function counts by itself. */
export function longFunctions(file: string, text: string): number {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const lineAt = (at: number): number => source.getLineAndCharacterOfPosition(at).line;
  let found = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && lineAt(node.getEnd()) - lineAt(node.getStart(source)) + 1 > LONGEST_FUNCTION) found += 1;
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}
