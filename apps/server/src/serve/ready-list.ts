// An answer that is long, asked for often and seldom new: its JSON is made once and kept; each call then only sends the bytes.
import { wrap } from './envelope.ts';

interface ListAnswer<T> {
  readonly rows: readonly T[];
}

const texts = new WeakMap<object, Buffer>();

/** @returns what the handler of a row with envelope `list` answers, again and again; the rows themselves are not kept */
export function readyList<T>(rows: readonly T[]): ListAnswer<T> {
  const text = Buffer.from(JSON.stringify(wrap('list', { rows }, 'zh')));
  const answer: ListAnswer<T> = {
    /** Read only where answers are held against their row's schema. */
    get rows() {
      return (JSON.parse(text.toString()) as { data: T[] }).data;
    },
  };
  texts.set(answer, text);
  return answer;
}

/** The whole body of the reply; undefined for every other answer. */
export const readyText = (answer: unknown): Buffer | undefined =>
  typeof answer === 'object' && answer !== null ? texts.get(answer) : undefined;
