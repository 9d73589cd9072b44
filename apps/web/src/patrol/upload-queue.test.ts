import { describe, expect, it } from 'vitest';
import { memoryStore, type PatrolStore } from './patrol-store.ts';
import type { Report } from './report.ts';
import { createUploadQueue, type Entry, MOST_SENT_ENTRIES } from './upload-queue.ts';
import type { Verdict } from './verdict.ts';

const aReport = (over: Partial<Report> = {}): Report => ({
  key: 'k1',
  owner: 'ranger',
  writtenAt: 1000,
  lng: 103.5,
  lat: 31.4,
  fix: null,
  description: '浓烟',
  phone: '',
  photos: [],
  ...over,
});
const aPhoto = (key: string, uploadId: string | null = null) => ({ key, name: `${key}.jpg`, blob: new Blob([key]), uploadId });
class Verdicted extends Error {
  readonly verdict: Verdict;
  constructor(verdict: Verdict) {
    super(verdict.kind);
    this.verdict = verdict;
  }
}
const noLine = () => new Verdicted({ kind: 'later', why: 'line' });
const refusal = (path: string, message: string) => new Verdicted({ kind: 'refused', message, fields: [{ path, message }] });
const judge = (error: unknown): Verdict => {
  if (error instanceof Verdicted) return error.verdict;
  throw error;
};
const never = () => new Promise<void>(() => {});

interface Given {
  readonly store?: PatrolStore;
  readonly owner?: string;
  readonly send?: (report: Report, onUploaded: (photo: string, id: string) => void) => Promise<string>;
  readonly maySend?: () => boolean;
  readonly patience?: () => Promise<void>;
}

function aPhone({ store = memoryStore(true), owner = 'ranger', send = async () => 'alarm', ...over }: Given = {}) {
  const sent: string[] = [];
  const reports = createUploadQueue({
    store,
    owner,
    judge,
    photosField: 'pictures',
    now: () => 5000,
    maySend: () => true,
    patience: never,
    ...over,
    send: (report, onUploaded) => {
      sent.push(report.key);
      return send(report, onUploaded);
    },
  });
  const stages = () => reports.get().entries.map(({ key, stage }) => [key, stage.kind]);
  return { store, reports, sent, stages };
}
const stored = async (store: PatrolStore, owner = 'ranger') => (await store.list(owner)).map(({ key, stage }) => [key, stage.kind]);

describe('a report', () => {
  it('is stored before it is sent, and listed under 已上报 afterwards, without its photos', async () => {
    const store = memoryStore(true);
    const before: unknown[] = [];
    const { reports } = aPhone({
      store,
      send: async () => {
        before.push(await stored(store));
        return 'alarm-1';
      },
    });
    expect(await reports.submit(aReport({ photos: [aPhoto('p')] }))).toEqual({ kind: 'sent' });
    expect(before).toEqual([[['k1', 'waiting']]]);
    const [entry] = await store.list('ranger');
    expect([entry?.stage, entry?.photos]).toEqual([{ kind: 'sent', at: 5000, id: 'alarm-1', photoCount: 1 }, []]);
  });

  it('without a reply waits, and is sent once, with the same key, when the connection is back', async () => {
    let line = false;
    const { reports, sent, stages } = aPhone({ send: async () => (line ? 'alarm' : Promise.reject(noLine())) });
    expect(await reports.submit(aReport())).toEqual({ kind: 'waiting' });
    expect(reports.get().entries[0]?.stage).toEqual({ kind: 'waiting', why: 'line' });
    line = true;
    await Promise.all([reports.flush(), reports.flush(), reports.retry('k1')]);
    await reports.flush();
    expect([sent, stages()]).toEqual([['k1', 'k1'], [['k1', 'sent']]]);
  });

  it('is not attempted while the browser is offline', async () => {
    const { reports, sent } = aPhone({ maySend: () => false });
    expect(await reports.submit(aReport())).toEqual({ kind: 'waiting' });
    await reports.flush();
    expect(sent).toEqual([]);
  });

  it('that is refused returns to the form and leaves the queue', async () => {
    const { reports, store } = aPhone({ send: () => Promise.reject(refusal('longitude', '位置不在您的网格范围内')) });
    expect(await reports.submit(aReport())).toEqual({
      kind: 'refused',
      message: '位置不在您的网格范围内',
      fields: [{ path: 'longitude', message: '位置不在您的网格范围内' }],
    });
    expect(await stored(store)).toEqual([]);
  });

  it('that is refused later stays in the list with its reason, and is not retried automatically', async () => {
    let online = false;
    const { reports, sent, stages } = aPhone({ maySend: () => online, send: () => Promise.reject(refusal('pictures', '照片不存在')) });
    await reports.submit(aReport());
    online = true;
    await reports.flush();
    await reports.flush();
    expect([sent, stages()]).toEqual([['k1'], [['k1', 'refused']]]);
    await reports.retry('k1');
    expect(sent).toEqual(['k1', 'k1']);
  });

  it('that takes too long continues to be sent in the background', async () => {
    let answer: (id: string) => void = () => {};
    const { reports, stages } = aPhone({
      patience: () => Promise.resolve(),
      send: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    expect(await reports.submit(aReport())).toEqual({ kind: 'waiting' });
    expect([...reports.get().sending]).toEqual(['k1']);
    const settled = new Promise<void>((resolve) => reports.subscribe(() => reports.get().sending.size === 0 && resolve()));
    answer('alarm');
    await settled;
    expect(stages()).toEqual([['k1', 'sent']]);
  });

  it('is sent even if the phone cannot store it; if sending fails too, only the form has it', async () => {
    const full: PatrolStore = { ...memoryStore(true), put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) };
    expect(await aPhone({ store: full }).reports.submit(aReport())).toEqual({ kind: 'sent' });
    const { reports } = aPhone({ store: full, send: () => Promise.reject(noLine()) });
    expect(await reports.submit(aReport())).toEqual({ kind: 'not-kept' });
    expect(reports.get().entries).toEqual([]);
  });

  it('whose photos were only partly uploaded sends only the others next time, also after a reload', async () => {
    const store = memoryStore(true);
    const uploads: (string | null)[][] = [];
    const send = async (report: Report, onUploaded: (photo: string, id: string) => void) => {
      uploads.push(report.photos.map(({ uploadId }) => uploadId));
      if (uploads.length > 1) return 'alarm';
      onUploaded('a', 'up-a');
      throw noLine();
    };
    await aPhone({ store, send }).reports.submit(aReport({ photos: [aPhoto('a'), aPhoto('b')] }));
    const again = aPhone({ store, send });
    await again.reports.load();
    await again.reports.flush();
    expect(uploads).toEqual([
      [null, null],
      ['up-a', null],
    ]);
  });

  it('whose earlier photos the server no longer has uploads them again, with the same key', async () => {
    const uploads: (string | null)[] = [];
    const { reports, sent } = aPhone({
      send: async ({ photos }) => {
        const id = photos[0]?.uploadId ?? null;
        uploads.push(id);
        if (id !== null) throw refusal('pictures', '照片不存在，请重新上传');
        return 'alarm';
      },
    });
    expect(await reports.submit(aReport({ photos: [aPhoto('a', 'gone')] }))).toEqual({ kind: 'sent' });
    expect([uploads, sent]).toEqual([
      ['gone', null],
      ['k1', 'k1'],
    ]);
  });
});

describe('the queue', () => {
  const waiting = (key: string, writtenAt: number, owner = 'ranger'): Entry => ({
    ...aReport({ key, writtenAt, owner }),
    stage: { kind: 'waiting', why: null },
  });

  it('survives a reload and sends the oldest first', async () => {
    const store = memoryStore(true);
    for (const [key, at] of [
      ['b', 2],
      ['a', 1],
      ['c', 3],
    ] as const)
      await store.put(waiting(key, at));
    const { reports, sent, stages } = aPhone({ store });
    await reports.load();
    expect(stages().map(([key]) => key)).toEqual(['c', 'b', 'a']);
    await reports.flush();
    expect(sent).toEqual(['a', 'b', 'c']);
  });

  it('stops at the first without a reply, and continues past a refused one', async () => {
    const store = memoryStore(true);
    for (const [key, at] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ] as const)
      await store.put(waiting(key, at));
    const { reports, sent } = aPhone({
      store,
      send: ({ key }) => Promise.reject(key === 'a' ? refusal('longitude', '位置在中国境外') : noLine()),
    });
    await reports.load();
    await reports.flush();
    expect(sent).toEqual(['a', 'b']);
  });

  it('belongs to its writer: another user of the same phone neither sees nor sends it', async () => {
    const store = memoryStore(true);
    await store.put(waiting('own', 1));
    const other = aPhone({ store, owner: 'other' });
    await other.reports.load();
    await other.reports.flush();
    await other.reports.retry('own');
    expect([other.sent, other.stages()]).toEqual([[], []]);
    expect(await stored(store)).toEqual([['own', 'waiting']]);
  });

  it('a deleted entry is deleted permanently', async () => {
    const { reports, store } = aPhone({ maySend: () => false });
    await reports.submit(aReport());
    await reports.discard('k1');
    expect([reports.get().entries, await stored(store)]).toEqual([[], []]);
  });

  it('keeps the newest of the sent entries', async () => {
    const { reports, store } = aPhone();
    for (let n = 1; n <= MOST_SENT_ENTRIES + 2; n++) await reports.submit(aReport({ key: `k${n}`, writtenAt: n }));
    expect(reports.get().entries.length).toBe(MOST_SENT_ENTRIES);
    expect((await stored(store)).some(([key]) => key === 'k1' || key === 'k2')).toBe(false);
  });
});

describe('entries that must be sent in order', () => {
  it('wait for earlier entries', async () => {
    let line = false;
    const { reports, sent, stages } = aPhone({
      send: async () => {
        if (!line) throw noLine();
        return 'id';
      },
    });
    expect(await reports.submit(aReport({ key: 'first', writtenAt: 1 }))).toEqual({ kind: 'waiting' });
    expect(await reports.submit(aReport({ key: 'second', writtenAt: 2 }))).toEqual({ kind: 'waiting' });
    // The second entry was not attempted, because the first had no answer.
    expect(sent).toEqual(['first', 'first']);
    line = true;
    expect(await reports.submit(aReport({ key: 'third', writtenAt: 3 }))).toEqual({ kind: 'sent' });
    expect(sent.slice(2)).toEqual(['first', 'second', 'third']);
    expect(stages().every(([, kind]) => kind === 'sent')).toBe(true);
  });

  it('are not lost between two runs of the queue', async () => {
    const answers: (() => void)[] = [];
    const { reports, sent } = aPhone({ send: () => new Promise((resolve) => answers.push(() => resolve('id'))) });
    const first = reports.submit(aReport({ key: 'first', writtenAt: 1 }));
    await expect.poll(() => answers.length).toBe(1);
    const second = reports.submit(aReport({ key: 'second', writtenAt: 2 }));
    answers[0]?.();
    expect(await first).toEqual({ kind: 'sent' });
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.();
    expect(await second).toEqual({ kind: 'sent' });
    expect(sent).toEqual(['first', 'second']);
  });

  it('continue after a refused entry', async () => {
    const { reports, sent } = aPhone({
      send: async ({ key }) => {
        if (key === 'bad') throw refusal('state', '任务已取消');
        return 'id';
      },
    });
    expect(await reports.submit(aReport({ key: 'bad', writtenAt: 1 }))).toMatchObject({ kind: 'refused', message: '任务已取消' });
    expect(await reports.submit(aReport({ key: 'good', writtenAt: 2 }))).toEqual({ kind: 'sent' });
    expect(sent).toEqual(['bad', 'good']);
  });
});
