// The doctor reads the settings as the server does, examines the installation, and reports what is wrong and what to do.
import { BadConfig, type Config, readConfig } from '../settings/config.ts';
import { CHECKS, type Check } from './checks.ts';
import { error, type Finding, ok, type State, unasked } from './finding.ts';
import { examine, type Installation } from './installation.ts';
import { reasonOf } from './reason.ts';
import { STATES, TITLES, words } from './texts.ts';

export interface Diagnosis {
  readonly check: keyof typeof TITLES;
  readonly findings: readonly Finding[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** With unusable settings the other checks would examine something other than what the server will use. */
export async function diagnose(env: Environment, now: Date): Promise<readonly Diagnosis[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (caught) {
    if (!(caught instanceof BadConfig)) throw caught;
    const faults = caught.message.split('\n').slice(1).join('\n').trim();
    const others = CHECKS.map(({ name }) => ({ check: name, findings: [unasked(words.notLooked)] }));
    return [{ check: 'settings', findings: [error(words.settingsWrong(faults))] }, ...others];
  }
  const found = await runChecks(await examine(config, now));
  return [{ check: 'settings', findings: [ok(words.settingsRight)] }, ...found];
}

/** The checks run one after the other, so that the disk's timing is not disturbed by other checks. */
export async function runChecks(installation: Installation, checks: readonly Check[] = CHECKS): Promise<readonly Diagnosis[]> {
  const found: Diagnosis[] = [];
  for (const check of checks) found.push({ check: check.name, findings: await findingsOf(check, installation) });
  return found;
}

async function findingsOf(check: Check, installation: Installation): Promise<readonly Finding[]> {
  try {
    return await check.run(installation);
  } catch (caught) {
    return [error(words.unexpected(reasonOf(caught)))];
  }
}

const SEVERITY: Readonly<Record<State, 0 | 1 | 2>> = { ok: 0, unasked: 0, warning: 1, error: 2 };

/** 0: nothing wrong; 1: warnings; 2: errors. */
export const exitCodeOf = (all: readonly Diagnosis[]): number =>
  Math.max(0, ...all.flatMap(({ findings }) => findings.map(({ state }) => SEVERITY[state])));

/** For programs. */
export const asJson = (all: readonly Diagnosis[]): string =>
  JSON.stringify(
    all.flatMap(({ check, findings }) =>
      findings.map(({ state, seen, todo }) => ({
        check,
        state,
        seen: { zh: seen[0], en: seen[1] },
        todo: todo && { zh: todo[0], en: todo[1] },
      })),
    ),
    null,
    2,
  );

/** For people: Chinese, and English below what is wrong. */
export function asText(all: readonly Diagnosis[]): string {
  const lines = all.flatMap(({ check, findings }) => findings.flatMap((finding) => linesOf(check, finding)));
  const count = (state: State) => all.flatMap(({ findings }) => findings).filter((one) => one.state === state).length;
  const summary = words.summary(count('error'), count('warning'));
  return [...lines, '', `${summary[0]}（${summary[1]}）`, ''].join('\n');
}

function linesOf(check: Diagnosis['check'], { state, seen, todo }: Finding): string[] {
  const head = `[${STATES[state][0]}] ${TITLES[check][0]} ${TITLES[check][1]}：${seen[0]}`;
  if (todo === null) return [head];
  const english = seen[0] === seen[1] ? [] : [`       ${seen[1]}`];
  return [head, `       → ${todo[0]}`, ...english, `       → ${todo[1]}`];
}
