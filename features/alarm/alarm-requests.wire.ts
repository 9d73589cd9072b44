// Requests about alarms: the client's writers and the server's matching readers. The specification has many spellings of the same few
// requests (isReal, isPut, isHandle, isTrueNote …), which are confined to this file.

import type { GridNo } from '@lookout/domain';
import type { AlarmKind, FindType, Judgement, Verdict } from './alarm.ts';
import { editableFacts, readFindType, readRealFireType, readVerdict, realFireTypeNumber, wireNameOfFact } from './alarm.wire.ts';
import type { FieldChange } from './alarm-events.ts';

type Bit = 0 | 1;
type Optional<T> = T | null | undefined;

export interface WireJudgement {
  readonly isReal: Bit;
  readonly isTrueNote?: Optional<string>;
  readonly trueAlarmType?: Optional<number>;
}

/** The specification's name of each field of a judgement, by which a refusal names the field. */
export const judgementFields = {
  verdict: 'isReal',
  note: 'isTrueNote',
  realFireType: 'trueAlarmType',
} as const satisfies Record<keyof Judgement, keyof WireJudgement>;

export const writeJudgement = ({ verdict, note, realFireType }: Judgement): WireJudgement => ({
  isReal: verdict === 'real' ? 1 : 0,
  isTrueNote: note,
  trueAlarmType: realFireTypeNumber(realFireType),
});

export const readJudgement = ({ isReal, isTrueNote, trueAlarmType }: WireJudgement): Judgement => ({
  verdict: isReal === 1 ? 'real' : 'false',
  note: isTrueNote ?? null,
  realFireType: readRealFireType(trueAlarmType),
});

/** A push or its withdrawal. */
export interface PushRequest {
  readonly isPushed: boolean;
  readonly note: string | null;
}

export interface WirePush {
  readonly isPut: Bit;
  readonly isPutOutNote?: Optional<string>;
  readonly note?: Optional<string>;
}

const textOrNull = (text: Optional<string>): string | null => text?.trim() || null;

/** For cameras the specification names the note `isPutOutNote`. */
export const writePush = ({ isPushed, note }: PushRequest, kind: AlarmKind): WirePush => ({
  isPut: isPushed ? 1 : 0,
  [kind === 'camera' ? 'isPutOutNote' : 'note']: textOrNull(note),
});

export const readPush = ({ isPut, isPutOutNote, note }: WirePush): PushRequest => ({
  isPushed: isPut === 1,
  note: isPutOutNote || note || null,
});

/** 1: out of the queue; 0: back into it. */
export const readHandled = ({ isHandle }: { readonly isHandle: Bit }): boolean => isHandle === 1;

/** A record that a client has changed and sends back (specification §7: "isReal, id, or full record"). */
export interface WireRecord {
  readonly id: string;
  readonly address?: Optional<string>;
  readonly isReal?: Optional<Bit>;
  readonly isTrueNote?: Optional<string>;
  readonly trueAlarmType?: Optional<number>;
  readonly isHandle?: Optional<Bit>;
}

export interface AlarmRecord {
  readonly id: string;
  /** The editable fields sent, by the fact's name, or `address`; an empty text clears a field. */
  readonly facts: Readonly<Record<string, FieldChange['to']>>;
  /** `named`: only the fields that were sent. null: none. */
  readonly judgement: { readonly whole: Judgement; readonly named: Partial<Judgement> } | null;
  /** null: not sent. */
  readonly isHandled: boolean | null;
}

export function readRecord(kind: keyof typeof editableFacts, wire: WireRecord): AlarmRecord {
  const { id, isReal, isTrueNote, trueAlarmType, isHandle } = wire;
  const given = wire as unknown as Readonly<Record<string, FieldChange['to'] | undefined>>;
  const factOf: Readonly<Record<string, string>> = { ...editableFacts[kind], address: 'address' };
  const facts = Object.entries(factOf).flatMap(([name, fact]) => {
    const value = given[name];
    return value === undefined ? [] : [[fact, value === '' ? null : value] as const];
  });
  const whole = isReal == null ? null : readJudgement({ isReal, isTrueNote, trueAlarmType });
  const named = whole && {
    verdict: whole.verdict,
    ...(isTrueNote !== undefined && { note: whole.note }),
    ...(trueAlarmType !== undefined && { realFireType: whole.realFireType }),
  };
  return {
    id,
    facts: Object.fromEntries(facts),
    judgement: whole && named && { whole, named },
    isHandled: isHandle == null ? null : isHandle === 1,
  };
}

/** The fields of an edit by the wire's names. @param facts by the fact's name, or `address` */
export const writeRecord = (
  id: string,
  facts: AlarmRecord['facts'],
): { readonly id: string } & Readonly<Record<string, FieldChange['to']>> => ({
  id,
  ...Object.fromEntries(Object.entries(facts).map(([fact, value]) => [wireNameOfFact(fact), value])),
});

/** Filters use the entity's own field names. */
export interface WireAlarmFilter {
  readonly isReal?: Optional<Bit>;
  readonly isHandle?: Optional<Bit>;
  readonly isPut?: Optional<Bit>;
  readonly findType?: Optional<number>;
  readonly countyCode?: Optional<GridNo>;
  readonly address?: Optional<string>;
}

export interface AlarmFilter {
  readonly verdict: Verdict | undefined;
  readonly handled: boolean | undefined;
  readonly pushed: boolean | undefined;
  readonly findType: FindType | undefined;
  readonly gridNo: GridNo | undefined;
  readonly text: string | undefined;
}

const flag = (bit: Optional<Bit>): boolean | undefined => (bit == null ? undefined : bit === 1);

export const readAlarmFilter = ({ isReal, isHandle, isPut, findType, countyCode, address }: WireAlarmFilter): AlarmFilter => ({
  verdict: isReal == null ? undefined : readVerdict(isReal),
  handled: flag(isHandle),
  pushed: flag(isPut),
  findType: findType == null ? undefined : readFindType(findType as 1 | 2 | 3 | 4 | 5),
  gridNo: countyCode ?? undefined,
  text: address || undefined,
});

/** State of an alarm in the table of one source: not handled, handled, judged real or false, pushed upwards. */
export const SOURCE_STATES = ['open', 'handled', 'real', 'false', 'pushed'] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

const filterOfState: { readonly [S in SourceState]: WireAlarmFilter } = {
  open: { isHandle: 0 },
  handled: { isHandle: 1 },
  real: { isReal: 1 },
  false: { isReal: 0 },
  pushed: { isPut: 1 },
};
export const writeSourceState = (state: SourceState | null): WireAlarmFilter => (state === null ? {} : filterOfState[state]);

/** Removes the alarm from the queue, or returns it. */
export const writeHandled = (isHandled: boolean): { readonly isHandle: Bit } => ({ isHandle: isHandled ? 1 : 0 });
