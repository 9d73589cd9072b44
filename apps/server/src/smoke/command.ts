// npm run smoke -- detect: looks for smoke in folders of pictures, without a server. A picture that cannot be judged is named with the
// reason, and the next one is judged.
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createModel, type Model, type ModelDescription, ModelFault, type ModelSession, readModelDescription } from '@lookout/smoke';
import { judgeBuiltIn, judgeByModel, picturesIn, watchFolder } from './folder.ts';
import { RuntimeMissing } from './onnx.ts';
import * as words from './words.ts';

const MISUSE = 2;
const REFUSED = 1;

interface Surroundings {
  /** Prints messages for the user at the terminal. */
  readonly print: (text: string, toError: boolean) => void;
  readonly loadModel: (file: string) => Promise<ModelSession>;
  /** Path of the model, unless the arguments name another. */
  readonly model: string | undefined;
}

/** @returns the exit code: 0; 1 if a folder, picture or model could not be used; 2 for wrong arguments */
export async function smoke(args: readonly string[], { print, loadModel, model: usualModel }: Surroundings): Promise<number> {
  const given = argumentsOf(args);
  if (given === 'help') {
    print(words.USAGE, false);
    return 0;
  }
  if (given === null) {
    print(words.USAGE, true);
    return MISUSE;
  }
  const file = given.model ?? usualModel ?? '';
  const refusals: string[] = [];
  const refuse = (where: string, why: string) => {
    refusals.push(where);
    print(`${where}: ${why}`, true);
  };
  const model = file === '' ? null : await openModel(file, loadModel);
  if (typeof model === 'string') {
    refuse(file, model);
    return REFUSED;
  }
  for (const folder of given.folders) {
    const names = await picturesIn(folder).catch(() => null);
    if (names === null || names.length === 0) {
      refuse(folder, names === null ? words.NO_FOLDER : words.NO_PICTURES);
      continue;
    }
    const judge = model === null ? judgeBuiltIn() : judgeByModel(model.model, model.description);
    try {
      await watchFolder(
        folder,
        names,
        judge,
        (line) => print(JSON.stringify(line), false),
        (name, fault) => refuse(path.join(folder, name), fault === 'broken' ? words.BROKEN : words.FRAME_WORDS[fault]),
      );
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      refuse(file, words.modelFault(error.code, error.message));
      return REFUSED;
    }
  }
  return refusals.length === 0 ? 0 : REFUSED;
}

/** @returns null for wrong arguments */
function argumentsOf(args: readonly string[]): { readonly folders: readonly string[]; readonly model: string | undefined } | 'help' | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { model: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    const [word, ...folders] = positionals;
    if (values.help) return 'help';
    return word === 'detect' && folders.length > 0 ? { folders, model: values.model } : null;
  } catch {
    // An unknown option.
    return null;
  }
}

/** @returns the model, or why it cannot be used */
async function openModel(
  file: string,
  loadModel: Surroundings['loadModel'],
): Promise<{ readonly model: Model; readonly description: ModelDescription } | string> {
  if (await access(file).catch(() => true)) return words.NO_MODEL;
  const json = await readFile(`${file}.json`, 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch(() => null);
  if (json === null) return `${words.NO_DESCRIPTION}: ${file}.json`;
  const description = readModelDescription(json);
  if ('field' in description) return words.descriptionFault(description.field, description.reason);
  try {
    return { model: createModel(await loadModel(file), description), description };
  } catch (error) {
    if (error instanceof RuntimeMissing) return words.NO_RUNTIME;
    if (error instanceof ModelFault) return words.modelFault(error.code, error.message);
    return `${words.NO_ONNX}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
