// Cleans up a shared server after a test file: no open alarm, no active fire, no open task, no open SOS remains.
import { call, type Session, signIn } from './wire.ts';

const PAGE = { pageNo: 1, pageSize: 500 };

interface Row {
  readonly id: string;
}

interface OpenSos {
  readonly id: string;
  readonly taken: object | null;
  readonly revision: number;
}

/** @throws when something cannot be closed, because the next file would find it */
export async function tidy(base: string): Promise<void> {
  const nation = await signIn(base, 'guojia');
  const rowsOf = async (method: string, path: string, body?: unknown): Promise<readonly Row[]> => {
    const data = await callOrThrow(base, nation, method, path, body);
    return data.list ?? data;
  };
  for (let open = await openAlarms(); open.length > 0; open = await openAlarms())
    for (const { id } of open)
      await callOrThrow(base, nation, 'POST', `/fire/api/fire/handle?id=${id}`, { note: null, isRenovated: false });
  for (const { id } of await rowsOf('GET', '/fire/api/fire/inProgress'))
    await callOrThrow(base, nation, 'POST', '/fire/api/fire/close', { id, outcome: 'other', note: '测试结束' });
  for (const { id } of await rowsOf('GET', '/oa/api/taskManagement/open'))
    await callOrThrow(base, nation, 'POST', '/oa/api/taskManagement/cancel', { id, reason: '测试结束' });
  const calls = await callOrThrow(base, nation, 'POST', '/oa/api/sos/page', { ...PAGE, state: 'open' });
  for (const { id, taken, revision } of calls.list as readonly OpenSos[]) {
    if (taken === null) await callOrThrow(base, nation, 'POST', '/oa/api/sos/take', { id });
    const closing = { id, revision: taken === null ? revision + 1 : revision, outcome: 'other', note: '测试结束' };
    await callOrThrow(base, nation, 'POST', '/oa/api/sos/close', closing);
  }

  function openAlarms() {
    return rowsOf('POST', '/fire/api/fire/page', { ...PAGE, state: 'open' });
  }
}

async function callOrThrow(base: string, as: Session, method: string, path: string, body?: unknown) {
  const reply = await call(base, method, path, body, as);
  if (reply.code !== 200) throw new Error(`${method} ${path}: HTTP ${reply.status} ${reply.message} ${JSON.stringify(reply.data)}`);
  return reply.data;
}
