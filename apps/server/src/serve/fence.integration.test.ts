import { randomUUID } from 'node:crypto';
import { HEAVY, type Row, TOPIC_KINDS, topicRights, weightOf } from '@lookout/contract';
// Who may what, enumerated: every row of the contract × everybody × every position, against the policy written a second time.
// A row added later is covered by itself; one about an object or a position needs an entry below that addresses it, or the test fails.
import { contract } from '@lookout/features/contract.ts';
import { EMPTY_ASSESSMENT } from '@lookout/features/fire-archive/fire-archive.ts';
import { RESOURCE_KINDS } from '@lookout/features/resource/resource.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullBattery } from '../reliability/battery.ts';
import {
  buildFenceWorld,
  burningBody,
  type FenceWorld,
  GRID_OF,
  hazardBody,
  INVALID_GRIDS,
  knownHeatBody,
  type Level,
  lies,
  mapEmbedBody,
  mapMaskBody,
  monitoringPointBody,
  OTHER_COUNTIES,
  patrolBody,
  planBody,
  plotBody,
  REQUESTED_GRIDS,
  resourceBody,
  type Spot,
  smsTemplateBody,
  spreadBody,
  taskBody,
  taskTemplateBody,
  type Who,
  warningBody,
  webhookBody,
} from '../testing/fence-world.ts';
import { fillWorld } from '../testing/full-world.ts';
import { mqttProbe, startTestServer, type TestServer } from '../testing/index.ts';
import { sampleOf } from '../testing/sample-of.ts';
import { validate } from './input.ts';
import { answerWeight } from './shares.ts';

let server: TestServer;
let world: FenceWorld;
/** Weighed are answers as in operation. */
let isWeighing = false;
/** For the budgets of callers the test takes longer than it does. */
let skippedMs = 0;
const BETWEEN_CALLS_MS = 20;
beforeAll(async () => {
  // Without the demo's roads travel times are of those who walk, and no index of roads is made.
  server = await startTestServer({
    env: { DEMO_LAYERS: 'off' },
    checkReplies: () => !isWeighing,
    now: () => performance.now() + skippedMs,
  });
  world = await buildFenceWorld(server);
});
afterAll(() => server?.stop());

const rows = Object.entries(contract).flatMap(([feature, calls]) =>
  Object.entries(calls).map(([name, row]) => [`${feature}.${name}`, row as Row] as const),
);
const rowsOf = (scope: Row['scope']) => rows.filter(([, row]) => row.scope === scope);
const LEVELS: readonly Level[] = ['county', 'city', 'province', 'nation'];
const WIDER: readonly Level[] = ['city', 'province', 'nation'];

/** By whom a row is called: in the full form by every level; else by the county and, in turn from row to row, by one of the wider grids. */
const levelsOf = (name: string): readonly Level[] => (isFullBattery ? LEVELS : ['county', WIDER[numberOf(name) % WIDER.length] as Level]);
const numberOf = (name: string): number => rows.findIndex(([other]) => other === name);
/** Of several forms of a call: all in the full form; else one of so many, in turn from row to row. */
const inTurn = (row: number, of: number) => (form: number) => isFullBattery || (row + form) % of === 0;
/** Of the grids that a caller asks for: all in the full form; else every other one, the wider grid those that the county does not. The county asks for none
 * (null) too: a wider one sees no strangers then. */
const requestsOf = (row: number, level: Level, requests: Readonly<Record<string, string | null>>) => {
  const isTried = inTurn(row + (level === 'county' ? 0 : 1), 2);
  return Object.entries(requests).filter(([, requested], n) => isTried(n) || (level === 'county' && requested === null));
};
/** Of the places: all in the full form; else for each level one near and one far, in turn from row to row. */
const spotsOf = (row: number, level: Level): readonly Spot[] => {
  const [own, near, far] = world.spots as [Spot, Spot, Spot];
  if (isFullBattery) return world.spots;
  return level === 'county' ? [own, row % 2 === 0 ? near : far] : [row % 2 === 0 ? own : near, far];
};
/** The permission makes no difference between a county, a city and a province. A row that is open to the county is called by the county alone, and by one of
 * those who have no session, in turn from row to row. */
const byPermission = (name: string, row: Row): readonly Who[] => {
  if (isFullBattery) return ['nobody', 'dead', 'rightless', ...LEVELS];
  return [
    numberOf(name) % 2 === 0 ? 'nobody' : 'dead',
    'rightless',
    'county',
    ...(refusedByPermission(row, 'county') === null ? [] : (['nation'] as const)),
  ];
};

/** Of those who have a session; a call about accounts may end any of them. */
const tokens = new Map<Who, Promise<string | undefined>>();
const ENDS_SESSIONS = /\/(auth|jwt)\//;

function tokenOf(who: Who, path: string): Promise<string | undefined> {
  const known = tokens.get(who);
  if (ENDS_SESSIONS.test(path)) tokens.clear();
  else if (known) return known;
  const token = world.tokenOf(who);
  if (!ENDS_SESSIONS.test(path) && who !== 'dead') tokens.set(who, token);
  return token;
}

type Address = { readonly body?: unknown; readonly query?: string; readonly path?: string };

interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly body: any;
}

const NO_ID = '00000000-0000-4000-8000-000000000000';

/** Without a socket: thousands of calls cost half as much, and the entrance is the same. */
async function ask({ method, path: at }: Pick<Row, 'method' | 'path'>, token: string | undefined, sent: Address) {
  skippedMs += BETWEEN_CALLS_MS;
  const { body = {}, query = '', path = at } = sent;
  const hasBody = method !== 'GET';
  return server.app.http.inject({
    method,
    url: path.replace(/\{\w+\}/g, NO_ID) + query,
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

async function call(row: Pick<Row, 'method' | 'path'>, who: Who, sent: Address = {}): Promise<Reply> {
  const { statusCode, headers, payload } = await ask(row, await tokenOf(who, sent.path ?? row.path), sent);
  const isJson = String(headers['content-type'] ?? '').includes('json');
  return { status: statusCode, body: isJson && payload !== '' ? JSON.parse(payload) : payload };
}

/** The status by the permission alone; null: the grid decides. */
function refusedByPermission({ permission, scope }: Pick<Row, 'permission' | 'scope'>, who: Who): 401 | 403 | null {
  if (permission === 'public') return null;
  if (who === 'nobody' || who === 'dead') return 401;
  if (typeof permission === 'object' && who === 'rightless') return 403;
  const isNational = scope === 'nation' || (typeof permission === 'object' && 'feedOr' in permission && permission.national === true);
  return isNational && GRID_OF[who] !== '100000' ? 403 : null;
}

/** What the row takes: something new at a spot, an object of it, or what its own schemas say. @throws Refusal when they do not take it */
async function validFor(name: string, row: Row, spot = world.spots[0] as Spot): Promise<Address> {
  const byHand = newAt[name] ? { body: newAt[name](spot) } : await addressOf[name]?.(spot, row);
  const sent = byHand ?? { query: sampleQuery(name, row), body: sampleBody(name, row) };
  validate(withoutParams(row), partsOf(sent));
  return sent;
}

function sampleBody(name: string, { input }: Row): unknown {
  const sample = input && sampleOf(input);
  return typeof sample === 'object' && !Array.isArray(sample) ? { ...sample, ...requiredFields[name] } : sample;
}
const sampleQuery = (name: string, { query }: Row): string =>
  queryOf(
    name,
    new URLSearchParams(query && requiredQuery[name] === undefined ? (sampleOf(query) as Record<string, string>) : {}).toString(),
  );
const withoutParams = ({ params: _, ...row }: Row): Row => row;
const partsOf = ({ query, body = {} }: Address) => ({ params: undefined, query: Object.fromEntries(new URLSearchParams(query)), body });

const isOutOfGrid = ({ status, body }: Reply): boolean => status === 422 && /网格范围/.test(body.message);

describe('permission', () => {
  it.each(rows)('%s is open to those its row names, and to nobody else', async (name, row) => {
    const valid = await validFor(name, row);
    for (const who of byPermission(name, row)) {
      const expected = refusedByPermission(row, who);
      // Who may not call is refused what would be taken of others; who may is told what is missing, and changes nothing.
      const { status, body } = await call(row, who, expected === null ? {} : valid);
      if (expected === null)
        expect({ who, isRefused: status === 403 || (status === 401 && row.permission !== 'public') }).toEqual({ who, isRefused: false });
      else expect({ who, status, code: body.code }).toEqual({ who, status: expected, code: expected });
    }
  });

  it('comes before validation: who may not call does not learn what the call wants', async () => {
    for (const [, row] of rows.filter(([, { input, permission }]) => input && permission !== 'public')) {
      expect((await call(row, 'nobody', { body: '{ broken' })).status).toBe(401);
    }
  });

  it('guards what answers with bytes the same way', async () => {
    expect(server.app.rawRoutes.length).toBeGreaterThan(0);
    for (const route of server.app.rawRoutes) {
      for (const who of ['nobody', 'dead', 'rightless'] as const) {
        const expected = refusedByPermission(route, who);
        if (expected !== null) expect((await call(route, who)).status).toBe(expected);
      }
    }
  });
});

/** Every grid number in an answer, wherever it stands. */
function gridsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(gridsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    (key === 'gridNo' || key === 'no') && typeof inner === 'string' ? [inner] : gridsIn(inner),
  );
}

const strangersIn = ({ status, body }: Reply): string[] => (status === 200 ? gridsIn(body.data) : []);

const readsGridNo = ({ method, input, query }: Row): boolean =>
  JSON.stringify((method === 'GET' ? query : input)?.toJSONSchema({ unrepresentable: 'any', io: 'input' }) ?? {}).includes('"gridNo"');

/** Required fields of a list beside the grid. */
const requiredFields: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'resource.around': { longitude: 103.4, latitude: 31.4, radius: 100_000 },
  'resource.aroundByKind': { longitude: 103.4, latitude: 31.4, radius: 100_000 },
  'resource.confirmResources': { ids: ['00000000-0000-4000-8000-000000000000'] },
  'camera.camerasThatSee': { lng: 103.4, lat: 31.4 },
  'statistics.report': { window: 6 },
  'task.patrolCalendar': { beginTime: '2036-04-01 00:00:00', endTime: '2036-04-08 00:00:00' },
  'statistics.heat': { window: 6 },
  'statistics.alarms': { window: 6 },
  'statistics.alarmLoad': { hours: 744 },
  'camera.relinkCameras': { cameras: [] },
  'incident.saveIncidentPolicy': { inheritsVerdict: false },
  // A browser that nobody has: its key is the base point of P-256.
  'notification.subscribePush': {
    keys: {
      p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
      auth: 'AAAAAAAAAAAAAAAAAAAAAA',
    },
  },
  'shift.shiftTake': { relieve: 1 },
  'notification.saveNotificationPolicy': { dutyLevel: null, repeatMinutes: 5, repeats: 6 },
};

/** The same for query parameters. */
const requiredQuery: Readonly<Record<string, string>> = {
  'resource.counts': 'level=county',
  // What is known by the end of the century is what is known now.
  'replay.deskMoment': 'at=2099-12-31T00:00:00Z',
  'replay.receivedPositions': 'beginTime=2026-11-27T00:00:00Z&endTime=2026-11-27T01:00:00Z',
};
const queryOf = (name: string, ...parts: readonly string[]): string => {
  const query = [requiredQuery[name], ...parts].filter((part) => part !== undefined && part !== '').join('&');
  return query === '' ? '' : `?${query}`;
};

/**
 * What may carry the number of a grid above the one it is held to: counts of the caller's own under the name of their prefecture, and
 * background that a wider grid shares with all below it (domain `sharesLayer`), a superior's plans in force, warnings and templates, and the own grid of
 * the officer who acted.
 */
const MAY_BE_WIDER = new Set([
  'alarm.countByPrefecture',
  'alarm.historyPage',
  'mapLayer.layerList',
  'mapLayer.sceneList',
  'plan.planPage',
  'sms.smsTemplates',
  'task.taskTemplates',
  'warning.warningPage',
]);
/** An operating mode comes from the grids above, and so does its message. */
const withoutModes = ({ body, ...reply }: Reply): Reply => {
  if (Array.isArray(body.data?.modes)) return { ...reply, body: { ...body, data: { ...body.data, modes: [] } } };
  return Array.isArray(body.data?.events)
    ? {
        ...reply,
        body: { ...body, data: body.data.events.filter(({ topic }: { topic: string }) => !topic.startsWith('lookout/operatingMode/')) },
      }
    : { ...reply, body };
};

describe('a list', () => {
  // Proves §1.4a, §6.4
  it.each(rowsOf('list'))('%s holds only what lies in the requested part of the caller’s grid', async (name, row) => {
    for (const level of levelsOf(name)) {
      for (const [where, requested] of requestsOf(numberOf(name), level, { ...REQUESTED_GRIDS[level], none: null })) {
        const asQuery = row.method === 'GET' ? queryOf(name, requested === null ? '' : `gridNo=${requested}`) : '';
        const reply = await call(row, level, {
          body: { ...requiredFields[name], ...(requested !== null && { gridNo: requested }), pageSize: 500 },
          query: asQuery,
        });
        const held = requested ?? GRID_OF[level];
        expect({ level, where, isOutOfGrid: isOutOfGrid(reply) }).toEqual({ level, where, isOutOfGrid: !lies(held, GRID_OF[level]) });
        if (isOutOfGrid(reply)) expect(reply.body.data[0].path).toBe('gridNo');
        expect({
          level,
          where,
          strangers: strangersIn(withoutModes(reply)).filter(
            (gridNo) => !lies(gridNo, held) && !(MAY_BE_WIDER.has(name) && lies(held, gridNo)),
          ),
        }).toEqual({ level, where, strangers: [] });
        if (row.envelope === 'page' && reply.status === 200) expect(reply.body.data.list.length).toBe(Math.min(reply.body.data.total, 500));
      }
    }
  });

  it.each(rowsOf('list'))('%s takes nothing for a grid number that is none, and not two at once', async (name, row) => {
    const isTried = inTurn(numberOf(name), 3);
    for (const invalid of INVALID_GRIDS.filter((_, n) => isTried(n))) {
      const asText = typeof invalid === 'string' ? encodeURIComponent(invalid) : null;
      const query = queryOf(name, ...(Array.isArray(invalid) ? invalid.map((one) => `gridNo=${one}`) : [`gridNo=${asText}`]));
      if (row.method === 'GET' && asText === null && !Array.isArray(invalid)) continue;
      const reply = await call(row, 'county', row.method === 'GET' ? { query } : { body: { ...requiredFields[name], gridNo: invalid } });
      // A row without a grid number of its own may not read it at all; it is never a wider answer, and never a fault of ours.
      if (readsGridNo(row))
        expect({ invalid, status: reply.status, path: reply.body.data?.[0]?.path }).toEqual({ invalid, status: 422, path: 'gridNo' });
      expect(reply.status).toBeLessThan(500);
    }
    if (row.method !== 'GET') {
      const reply = await call(row, 'city', { query: '?gridNo=513221', body: { ...requiredFields[name], gridNo: '513222' } });
      expect({ status: reply.status, path: reply.body.data[0].path }).toEqual({ status: 422, path: 'gridNo' });
    }
  });

  // Specification §7: "POST /resource{resource}/list (optional gridNoba)"; {resource} is spelled as the route's child.
  // Proves §7.20b
  it.each([...[...RESOURCE_KINDS, 'resourceList', 'camera', 'monitor', 'grid'].entries()])(
    '%i: of %s takes gridNoba for gridNo',
    async (n, child) => {
      const row = { method: 'POST', path: `/resource/api/${child}/list` } as const;
      for (const level of isFullBattery ? LEVELS : (['county', 'nation'] as const)) {
        for (const [where, requested] of requestsOf(n, level, REQUESTED_GRIDS[level]) as [string, string][]) {
          const reply = await call(row, level, { body: { gridNoba: requested } });
          const isRefused = !lies(requested, GRID_OF[level]);
          expect({ level, where, isRefused: isOutOfGrid(reply) }).toEqual({ level, where, isRefused });
          if (isRefused) expect(reply.body.data[0].path).toBe('gridNoba');
          else expect(reply.status).toBe(200);
          expect({ level, where, strangers: strangersIn(reply).filter((gridNo) => !lies(gridNo, requested)) }).toEqual({
            level,
            where,
            strangers: [],
          });
        }
      }
    },
  );

  it('of every kind has something in it for the nation, so that an empty one proves nothing', async () => {
    await call(contract.shift.shiftTake, 'nation', { body: { relieve: 1 } });
    const empty: string[] = [];
    for (const [name, row] of rowsOf('list')) {
      const reply = await call(row, 'nation', {
        body: { ...requiredFields[name], pageSize: 500 },
        query: row.method === 'GET' ? queryOf(name, 'limit=1000') : '',
      });
      if (!gridsIn(reply.body.data).some((gridNo) => !lies(gridNo, GRID_OF.county))) empty.push(name);
    }
    // These answer with a figure, a place, a weather or what lies in a layer, or change something, and are held to the grid by what they ask for. Members of
    // fires name alarms and no grid, positions name people, journeys tasks: their fence is proved beside them (incidents, replay and
    // under-way.integration.test.ts).
    expect(empty.sort()).toEqual([
      'alarm.dangerCount',
      'alarm.locate',
      'camera.camerasThatSee',
      'camera.relinkCameras',
      'camera.triangulate',
      'duty.weatherNow',
      'exercise.exerciseBegin',
      'grid.gridTreeWithTowns',
      'incident.incidentMembers',
      'mapLayer.layerFeaturePage',
      'operatingMode.modeSet',
      'replay.receivedPositions',
      'resource.confirmResources',
      'resource.removedResources',
      'statistics.heat',
      'travel.underWay',
      'video.cameraTimes',
      'video.onlineDevices',
      'wall.dutySums',
    ]);
  });

  it('that only counts does not count strangers', async () => {
    const countOf = async (who: Who) => (await call(contract.alarm.dangerCount, who)).body.data.total;
    expect([await countOf('county'), await countOf('city'), await countOf('nation')]).toEqual([1, 2, 3]);
    for (const level of LEVELS) {
      const counts = (await call(contract.alarm.countByPrefecture, level)).body.data as { count: number }[];
      const all = (await call(contract.alarm.latestAlarms, level)).body.data as unknown[];
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
    }
  });
});

const byId = (row: Row, id: string, body?: unknown): Address => ({
  path: row.path.replace('{id}', id),
  ...(body !== undefined && { body }),
});
const byQuery = (query: Readonly<Record<string, string | number>>): Address => ({
  query: `?${new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]))}`,
});
const ENCRYPTED = { passwd: 'x', aeskey: 'x', nonce: 'x' };
const userBody = (gridNo: string) => ({ fullName: '测试', gridNo, groupId: '001', codes: ['bpMonitor'] });

const ofCamera = ({ cameraId }: Spot): Address => ({ body: { cameraId } });
const ofCameraByQuery = ({ cameraId }: Spot): Address => byQuery({ cameraId });

/** How to address the object of a spot. */
const addressOf: Record<string, (spot: Spot, row: Row) => Address | Promise<Address>> = {
  'alarm.satelliteByFireNo': ({ fireNo }) => ({ query: `?fireNo=${encodeURIComponent(fireNo)}` }),
  'alarm.satelliteInfoByFireNo': ({ fireNo }) => ({ query: `?fireNo=${encodeURIComponent(fireNo)}` }),
  'alarm.satelliteOne': ({ satelliteId }) => ({ query: `?id=${satelliteId}` }),
  'alarm.monitorOne': ({ cameraAlarmId }) => ({ query: `?id=${cameraAlarmId}` }),
  'alarm.one': ({ cameraAlarmId }) => byQuery({ id: cameraAlarmId }),
  'alarm.history': ({ dangerId }) => byQuery({ id: dangerId }),
  'alarm.acknowledge': ({ reportId }) => ({ body: { id: reportId } }),
  'alarm.seen': ({ reportId }) => ({ body: { id: reportId } }),
  'alarm.judge': ({ reportId }) => ({ body: { fireId: reportId, isReal: 1 } }),
  'alarm.correct': ({ reportId }) => ({ body: { id: reportId, isReal: 1, reason: '核实' } }),
  'alarm.handle': ({ dangerId }) => ({ body: { id: dangerId, renovated: 1 } }),
  'alarm.close': ({ reportId }) => ({ body: { id: reportId, outcome: '1' } }),
  'alarm.rekindle': ({ reportId }) => ({ body: { id: reportId, reason: '复燃' } }),
  'alarm.satelliteUpdate': ({ satelliteId }) => ({ body: { id: satelliteId, area: 1 } }),
  'alarm.satelliteUpdateDto': ({ satelliteId }) => ({ body: { id: satelliteId, area: 2 } }),
  'alarm.satelliteHandle': ({ satelliteId }) => ({ body: { id: satelliteId, isHandle: 1 } }),
  'alarm.satelliteJudge': ({ satelliteId }) => ({ body: { id: satelliteId, isReal: 0 } }),
  'alarm.satellitePush': ({ satelliteId }) => byQuery({ id: satelliteId, isPut: 1 }),
  'alarm.monitorPush': ({ cameraAlarmId }) => byQuery({ id: cameraAlarmId, isPut: 1 }),
  'alarm.reportPush': ({ reportId }) => byQuery({ id: reportId, isPut: 1 }),
  'alarm.monitorStates': ({ cameraAlarmId }) => ({ body: { id: cameraAlarmId, handleOpinions: '看' } }),
  'alarm.monitorUpdate': ({ cameraAlarmId }) => ({ body: { id: cameraAlarmId, maxHeat: 60 } }),
  'alarm.monitorMove': ({ cameraAlarmId, lng, lat }) => byQuery({ fireId: cameraAlarmId, editLongitude: lng, editLatitude: lat }),
  'alarm.reportUpdate': ({ reportId }) => ({ body: { id: reportId, comment: '看' } }),
  'alarm.smokePush': ({ smokeId }) => byQuery({ id: smokeId }),
  'alarm.monitorDelete': async (spot) => byQuery({ id: await world.newCameraAlarm(spot), reason: '测试' }),
  'alarm.smokeDelete': async (spot) => byQuery({ id: await world.newSmokeAlarm(spot), reason: '测试' }),
  'incident.incident': ({ cameraAlarmId }) => byQuery({ id: cameraAlarmId }),
  'incident.incidentEvents': ({ cameraAlarmId }) => byQuery({ id: cameraAlarmId }),
  'incident.splitIncident': ({ cameraAlarmId, reportId }) => ({ body: { id: cameraAlarmId, alarmIds: [reportId] } }),
  'incident.mergeIncidents': ({ cameraAlarmId, satelliteId }) => ({ body: { ids: [cameraAlarmId, satelliteId] } }),
  'incident.undoIncidentDecision': async ({ cameraAlarmId, reportId }) => {
    const { body } = await call(contract.incident.splitIncident, 'nation', { body: { id: cameraAlarmId, alarmIds: [reportId] } });
    return { body: { id: cameraAlarmId, decisionId: body.data.id } };
  },
  'spread.spreadOne': ({ spreadId }) => byQuery({ id: spreadId }),
  'spread.cancelSpread': ({ spreadId }) => byQuery({ id: spreadId }),
  'spread.spreadsOfFire': ({ cameraAlarmId }) => byQuery({ incidentId: cameraAlarmId }),
  'notification.alarmNotices': ({ cameraAlarmId }) => byQuery({ id: cameraAlarmId }),
  'spread.fireSeen': ({ cameraAlarmId }) => byQuery({ incidentId: cameraAlarmId }),
  'spread.fireWeather': ({ cameraAlarmId }) => byQuery({ incidentId: cameraAlarmId }),
  'fireArchive.archiveOne': ({ closedFireId }) => byQuery({ fireId: closedFireId }),
  'fireArchive.openArchive': ({ closedFireId }) => ({ body: { fireId: closedFireId } }),
  'fireArchive.beginBurnMapping': ({ closedFireId }) => byQuery({ fireId: closedFireId }),
  'fireArchive.reviseArchive': ({ archiveId }, row) => byId(row, archiveId, { revision: 1, assessment: EMPTY_ASSESSMENT }),
  'fireArchive.sealArchive': ({ archiveId }) => ({ body: { id: archiveId, revision: 1 } }),
  'task.taskOne': ({ taskId }, row) => byId(row, taskId),
  'task.taskDetail': ({ taskId }) => ({ body: { taskId } }),
  'task.taskCancel': ({ taskId }) => ({ body: { id: taskId, reason: '取消' } }),
  'task.reviseTaskTemplate': (spot, row) => byId(row, spot.taskTemplateId, { ...taskTemplateBody(spot), revision: LATER }),
  'task.removeTaskTemplate': async (spot, row) => ({ ...byId(row, await world.newTaskTemplate(spot)), ...byQuery({ revision: 1 }) }),
  'task.patrolOne': ({ patrolId }, row) => byId(row, patrolId),
  'task.patrolOccurrences': ({ patrolId }) => ({ body: { id: patrolId } }),
  'task.revisePatrol': (spot, row) => byId(row, spot.patrolId, { ...patrolBody(spot), revision: LATER }),
  'task.changePatrolState': ({ patrolId }) => ({ body: { id: patrolId, revision: LATER, state: 'paused' } }),
  'rangerMessage.sendRangerMessage': ({ cameraAlarmId, rangerId }) => ({
    body: { id: randomUUID(), fireId: cameraAlarmId, userId: rangerId, content: '围栏' },
  }),
  'rangerMessage.readRangerMessages': ({ rangerMessageId }) => ({ body: { ids: [rangerMessageId] } }),
  'sos.takeSos': ({ sosId }) => ({ body: { id: sosId } }),
  'sos.closeSos': ({ sosId }) => ({ body: { id: sosId, revision: 1, outcome: 'rescued' } }),
  'safety.takeSafety': ({ safetyId }) => ({ body: { id: safetyId } }),
  'ranger.rangerTrack': ({ rangerId }) => ({ body: { userId: rangerId } }),
  'ranger.rangerReplay': ({ rangerId }) => ({ body: { userIds: [rangerId], day: '2026-11-21' } }),
  'resource.resourceOne': ({ resourceId }, row) => byId(row, resourceId),
  'resource.updateResource': (spot, row) => byId(row, spot.resourceId, { version: LATER, ...resourceBody(spot) }),
  'resource.removeResource': async (spot) => ({ body: { id: await world.newResource(spot), reason: '测试' } }),
  'resource.restoreResource': async (spot) => {
    const id = await world.newResource(spot);
    await call(contract.resource.removeResource, 'nation', { body: { id, reason: '测试' } });
    return { body: { id } };
  },
  'sms.smsSubmit': ({ reportId }) => ({ ...byQuery({ fireId: reportId }), body: { phones: ['13800000000'], content: '火情' } }),
  'sms.smsDeleteTemplate': async (spot, row) => byId(row, await world.newSmsTemplate(spot)),
  'sms.smsPreview': ({ reportId }) => byQuery({ fireId: reportId, templateId: world.smsTemplateId }),
  'burning.reviewBurning': ({ burningId }) => ({ body: { id: burningId, state: 'approved' } }),
  'knownHeat.updateKnownHeat': (spot, row) => byId(row, spot.knownHeatId, { version: LATER, ...knownHeatBody(spot) }),
  'knownHeat.reviewKnownHeat': ({ knownHeatId }) => ({ body: { id: knownHeatId, state: 'rejected', reason: '测试' } }),
  'knownHeat.deleteKnownHeat': async (spot, row) => ({ ...byId(row, await world.newKnownHeat(spot)), ...byQuery({ reason: '测试' }) }),
  'knownHeat.updateMapMask': (spot, row) => byId(row, spot.mapMaskId, { version: LATER, ...mapMaskBody(spot) }),
  'knownHeat.endMapMask': ({ mapMaskId }) => ({ body: { id: mapMaskId } }),
  'plan.planOne': ({ planId }, row) => byId(row, planId),
  'plan.plansForFire': ({ runFireId }) => byQuery({ fireId: runFireId }),
  'plan.newPlanVersion': ({ approvedPlanId }) => ({ body: { id: approvedPlanId } }),
  'plan.revisePlan': (spot, row) => byId(row, spot.planId, { revision: 1, content: planBody(spot).content }),
  'plan.submitPlan': ({ planId }) => ({ body: { id: planId, revision: 1 } }),
  'plan.reviewPlan': ({ planId }) => ({ body: { id: planId, state: 'approved' } }),
  'plan.discardPlan': async (spot, row) => byId(row, await world.newPlan(spot)),
  'plan.startPlan': ({ runFireId, approvedPlanId }) => ({ body: { fireId: runFireId, id: approvedPlanId, level: 4, reason: '测试' } }),
  'plan.changeRunLevel': ({ runId }) => ({ body: { id: runId, from: 4, to: 3, reason: '测试' } }),
  'plan.tickRunItem': ({ runId }) => ({ body: { id: runId, itemId: 'report' } }),
  'plan.endRun': ({ runId }) => ({ body: { id: runId, reason: '测试' } }),
  'decision.approach': ({ runFireId }) => ({ body: { fireId: runFireId } }),
  'decision.briefing': ({ runFireId }) => ({ body: { fireId: runFireId } }),
  'situation.orderList': ({ runFireId }) => byQuery({ fireId: runFireId }),
  'situation.issueOrder': ({ runFireId }) => ({ body: { fireId: runFireId, receivers: [{ name: '甲队' }], content: '测试' } }),
  'situation.receiveOrder': ({ orderId, receiverId }) => ({ body: { id: orderId, receiverId } }),
  'situation.withdrawOrder': ({ orderId }) => ({ body: { id: orderId, reason: '测试' } }),
  'situation.documentList': ({ runFireId }) => byQuery({ fireId: runFireId }),
  'situation.beginDocument': ({ runFireId }) => ({ body: { fireId: runFireId, kind: 'bulletin' } }),
  'situation.reviseDocument': ({ documentId }, row) => byId(row, documentId, { revision: LATER, fields: {} }),
  'situation.issueDocument': ({ documentId }) => ({ body: { id: documentId, revision: 1 } }),
  'situation.discardDocument': async (spot, row) => byId(row, await world.newDraft(spot)),
  'wall.wallForecast': ({ cameraAlarmId }) => byQuery({ id: cameraAlarmId }),
  'reporting.dueReport': ({ dueReportId }) => byQuery({ id: dueReportId }),
  'reporting.fillReport': ({ dueReportId }) => ({ body: { id: dueReportId } }),
  'reporting.sendReports': ({ dueReportId, documentId }) => ({ body: { ids: [dueReportId], documentId, revision: 1 } }),
  'reporting.receiveReport': ({ dueReportId }) => ({ body: { id: dueReportId } }),
  'reporting.readReport': ({ dueReportId }) => ({ body: { id: dueReportId } }),
  'reporting.reportingFacts': ({ runFireId }) => byQuery({ alarmId: runFireId }),
  'reporting.foreseenReports': ({ runFireId }) => byQuery({ alarmId: runFireId }),
  'reporting.noteReportingFact': ({ runFireId }) => ({ body: { alarmId: runFireId, fact: 'media', value: false } }),
  'warning.changeWarning': ({ warningId }) => ({
    body: { id: warningId, revision: 1, level: 'red', text: '风更大', validTo: new Date(Date.now() + 86_400_000).toISOString() },
  }),
  'warning.liftWarning': ({ warningId }) => ({ body: { id: warningId, revision: 1, reason: '降雨' } }),
  'warning.readWarning': ({ warningId }) => ({ body: { id: warningId } }),
  'warning.warningReaders': ({ warningId }) => byQuery({ id: warningId }),
  'danger.fireLevelDays': ({ gridNo }) => byQuery({ gridNo }),
  'danger.dangerGrid': ({ gridNo }) => byQuery({ gridNo }),
  'danger.dangerCell': ({ gridNo }) => byQuery({ gridNo, longitude: '103.59', latitude: '31.47' }),
  'danger.dangerRules': ({ gridNo }) => byQuery({ gridNo }),
  'danger.saveDangerRules': ({ gridNo }) => ({ body: { gridNo, rating: null, holidays: null, raising: null, version: 0 } }),
  'danger.verifyFireLevels': ({ gridNo }) => byQuery({ gridNo }),
  'post.camerasByPoint': ({ monitorId }) => byQuery({ monitorId }),
  'camera.monitorOne': ({ monitorId }, row) => byId(row, monitorId),
  'camera.updateMonitoringPoint': (spot, row) => byId(row, spot.monitorId, monitoringPointBody(spot)),
  'camera.deleteMonitoringPoint': async (spot, row) => byId(row, await world.newMonitoringPoint(spot)),
  'alarm.raiseFromVideo': ({ monitorId }) => byQuery({ monitorId, horizonAngle: 0, verticalAngle: -5 }),
  'video.liveVideo': ofCamera,
  'video.mediaStream': ofCameraByQuery,
  'video.recordingPage': ofCamera,
  'video.alarmVideos': ({ cameraAlarmId }) => byQuery({ id: cameraAlarmId }),
  'video.record': ({ cameraId }) => ({ body: { cameraId, isOn: false } }),
  'video.snapshot': ofCamera,
  'camera.control': ({ monitorId }) => byQuery({ monitorId, controlType: 21 }),
  'camera.tour': ({ monitorId }) => byQuery({ monitorId, controlType: 'PauseCruise' }),
  'camera.turnTo': ({ monitorId }) => byQuery({ monitorId, horizonAngle: 0, verticalAngle: 0 }),
  'camera.cameraPosition': ofCameraByQuery,
  'camera.pointAt': ({ cameraId }) => ({ body: { cameraId, u: 0.5, v: 0.5 } }),
  'camera.zoomToBox': ({ cameraId }) => ({ body: { cameraId, fromU: 0.4, fromV: 0.4, toU: 0.6, toV: 0.6 } }),
  'camera.lookAt': ({ cameraId, lng, lat }) => ({ body: { cameraId, lng, lat } }),
  'camera.operator': ({ cameraId }) => ({ body: { cameraId, act: 'release' } }),
  'camera.operatorNow': ofCameraByQuery,
  'camera.presets': ofCameraByQuery,
  'camera.setPreset': ({ cameraId }) => ({ body: { cameraId, name: '一' } }),
  'camera.gotoPreset': ({ cameraId }) => ({ body: { cameraId, number: 1 } }),
  'camera.removePreset': ({ cameraId }) => ({ body: { cameraId, number: 1 } }),
  'camera.locateInPicture': ({ cameraId }) => ({ body: { cameraId, u: 0.5, v: 0.5 } }),
  'camera.cameraSetup': ofCameraByQuery,
  'camera.updateCameraSetup': ({ cameraId }) => ({ body: { cameraId, masks: [], ranges: [], tour: [] } }),
  'camera.correctNorth': ({ cameraId, lng, lat }) => ({ body: { cameraId, landmarks: [{ lng: lng + 0.1, lat, horizontal: 0 }] } }),
  'camera.chinaTowerPreview': ({ deviceId }) => byQuery({ cameraIndexCode: deviceId }),
  'camera.guideControl': ({ cameraId }) => ({ body: { id: cameraId, enumCode: '1', direction: 1 } }),
  'camera.aqishiMove': ({ cameraId }) => ({ body: { cameraId, cmd: 1 } }),
  'camera.aqishiZoom': ({ cameraId }) => ({ body: { cameraId, cmd: 1 } }),
  'camera.aqishiPreview': ofCameraByQuery,
  'camera.aqishiFiles': ofCameraByQuery,
  'exercise.exerciseInject': ({ exerciseId, lng, lat }) => ({
    body: { id: exerciseId, script: [{ kind: 'report', longitude: lng, latitude: lat, minutes: 60 }] },
  }),
  'exercise.exerciseEnd': ({ exerciseId }) => ({ body: { id: exerciseId } }),
  'exercise.exerciseJudge': ({ exerciseId }) => ({ body: { id: exerciseId, verdict: '及时', version: 1 } }),
  'exercise.exerciseReview': ({ exerciseId }) => byQuery({ id: exerciseId }),
  'plot.updatePlot': (spot, row) => byId(row, spot.plotId, { version: 1, plot: plotBody(spot) }),
  'plot.deletePlot': async (spot, row) => byId(row, await world.newPlot(spot)),
  'hazard.hazardOne': ({ hazardId }, row) => byId(row, hazardId),
  'hazard.updateHazard': (spot, row) => byId(row, spot.hazardId, { version: 1, hazard: hazardBody(spot) }),
  'hazard.deleteHazard': async (spot, row) => ({ ...byId(row, await world.newHazard(spot)), ...byQuery({ reason: '测试' }) }),
  'hazard.restoreHazard': async (spot) => {
    const id = await world.newHazard(spot);
    await call(contract.hazard.deleteHazard, 'nation', { ...byId(contract.hazard.deleteHazard, id), ...byQuery({ reason: '测试' }) });
    return { body: { id } };
  },
  'hazard.hazardHistory': ({ hazardId }) => ({ body: { id: hazardId } }),
  'hazard.readingList': ({ hazardId, hazardMonitorId }) => ({ body: { id: hazardId, monitorId: hazardMonitorId } }),
  'hazard.acknowledgeHazardWarning': ({ hazardWarningId }) => ({ body: { id: hazardWarningId } }),
  'hazard.handleHazardWarning': ({ hazardWarningId }) => ({ body: { id: hazardWarningId, note: '已巡查' } }),
  'hazard.closeHazardWarning': ({ hazardWarningId }) => ({ body: { id: hazardWarningId, note: '已巡查' } }),
  'mapEmbed.revokeEmbed': async (spot, row) => byId(row, await world.newMapEmbed(spot)),
  'notification.updateWebhook': async (spot, row) => byId(row, await world.newWebhook(spot), { ...webhookBody(spot), version: 1 }),
  'notification.deleteWebhook': async (spot, row) => byId(row, await world.newWebhook(spot)),
  'notification.testWebhook': async (spot, row) => byId(row, await world.newWebhook(spot)),
  'admin.updateUser': ({ userId, gridNo }, row) => byId(row, userId, userBody(gridNo)),
  'admin.resetPassword': ({ userId }, row) => byId(row, userId, ENCRYPTED),
  'admin.forceLogout': ({ userId }, row) => byId(row, userId),
  'admin.clearSecondFactor': ({ userId }, row) => byId(row, userId),
  'admin.unbindIdentity': ({ userId }, row) => byId(row, userId),
};

describe('an object', () => {
  it.each(rowsOf('object'))('%s is found inside the caller’s grid, and 404 outside, like one that does not exist', async (name, row) => {
    const address = addressOf[name];
    if (!address) throw new Error(`${name}: add to addressOf how to address its object`);
    for (const level of levelsOf(name)) {
      for (const spot of spotsOf(numberOf(name), level)) {
        const reply = await call(row, level, await address(spot, row));
        const isFound = lies(spot.gridNo, GRID_OF[level]);
        expect({ level, at: spot.gridNo, isFound: reply.status !== 404, isAnswer: reply.status < 500 }).toEqual({
          level,
          at: spot.gridNo,
          isFound,
          isAnswer: true,
        });
        if (!isFound)
          expect(reply.body).toEqual({ code: 404, message: '没有找到，或不在您的网格内', error: { code: 'not-found', params: {} } });
      }
    }
  });

  it('that is a file lies behind the same fence', async () => {
    for (const level of LEVELS) {
      for (const { gridNo, fileId } of world.spots) {
        const { status } = await call({ method: 'GET', path: `/files/${fileId}` }, level);
        expect({ level, gridNo, isThere: status !== 404 }).toEqual({ level, gridNo, isThere: lies(gridNo, GRID_OF[level]) });
      }
    }
  });
});

const now = () => new Date().toISOString();
let newUser = 0;
let newCode = 0;
/** Something new at a spot. */
const newAt: Record<string, (spot: Spot) => unknown> = {
  'alarm.createMonitorAlarm': ({ lng, lat }) => ({ longitude: lng, latitude: lat, deviceId: 'd', alarmDatetime: now() }),
  'alarm.createReport': ({ lng, lat }) => ({ longitude: lng, latitude: lat }),
  'alarm.createSmoke': ({ lng, lat }) => ({ longitude: lng, latitude: lat, deviceId: 's', alarmDatetime: now() }),
  'alarm.createDanger': ({ lng, lat }) => ({ position: { lng, lat }, resourceName: '林区' }),
  'task.delegate': taskBody,
  'task.createTaskTemplate': taskTemplateBody,
  'sms.smsPutTemplate': smsTemplateBody,
  'task.createPatrol': patrolBody,
  'camera.createMonitoringPoint': monitoringPointBody,
  'resource.createResource': (spot) => {
    newCode += 1;
    return { resourceType: 'uav', resourceCode: `新建${newCode}`, ...resourceBody(spot) };
  },
  'burning.createBurning': burningBody,
  'knownHeat.createKnownHeat': knownHeatBody,
  'knownHeat.createMapMask': mapMaskBody,
  'plan.createPlan': planBody,
  'warning.issueWarning': warningBody,
  'plot.createPlot': plotBody,
  'spread.runSpread': spreadBody,
  'hazard.createHazard': hazardBody,
  'mapEmbed.issueEmbed': mapEmbedBody,
  'mapEmbed.issueWall': ({ gridNo }) => ({ name: '值班大厅', gridNo }),
  'notification.createWebhook': webhookBody,
  'travel.nearest': ({ lng, lat }) => ({ longitude: lng, latitude: lat, kinds: ['ranger', 'team'] }),
  'travel.back': ({ lng, lat }) => ({ longitude: lng, latitude: lat, fromLongitude: lng, fromLatitude: lat, kind: 'team' }),
  'travel.reach': ({ lng, lat }) => ({ longitude: lng, latitude: lat, mode: 'foot', minutes: [30] }),
  'admin.createUser': ({ gridNo }) => {
    newUser += 1;
    return { userName: `new${newUser}`, ...ENCRYPTED, ...userBody(gridNo) };
  },
};

describe('a new object', () => {
  it.each(rowsOf('position'))('%s is taken inside the caller’s grid, and 422 outside', async (name, row) => {
    const bodyAt = newAt[name];
    if (!bodyAt) throw new Error(`${name}: add the body of a new one to newAt`);
    for (const level of levelsOf(name)) {
      for (const spot of spotsOf(numberOf(name), level)) {
        const reply = await call(row, level, { body: bodyAt(spot) });
        const isRefused = !lies(spot.gridNo, GRID_OF[level]);
        expect({ level, at: spot.gridNo, isRefused: isOutOfGrid(reply) }).toEqual({ level, at: spot.gridNo, isRefused });
      }
    }
  });
});

describe('a topic', () => {
  it.each(LEVELS)('may be received by the %s in its own grid and below', async (level) => {
    const probe = await mqttProbe(server.mqttUrl, world.accid[level], (await world.tokenOf(level)) ?? '');
    for (const kind of TOPIC_KINDS) {
      expect(topicRights[kind]).toBeTruthy();
      for (const [where, wish] of Object.entries(REQUESTED_GRIDS[level])) {
        const isGranted = await probe.subscribe(`lookout/${kind}/${wish}`);
        expect({ kind, where, isGranted }).toEqual({
          kind,
          where,
          isGranted: lies(wish, GRID_OF[level]) || (kind === 'operatingMode' && lies(GRID_OF[level], wish)),
        });
      }
      for (const filter of [`lookout/${kind}/+`, `lookout/${kind}/#`]) expect(await probe.subscribe(filter)).toBe(level === 'nation');
    }
    for (const filter of [
      '#',
      '+/newFire/513221',
      'lookout/#',
      'lookout/+/513221',
      '$share/g/lookout/newFire/513221',
      'lookout/newFire/５１３２２１',
    ]) {
      expect({ filter, isGranted: await probe.subscribe(filter) }).toEqual({ filter, isGranted: false });
    }
    probe.end();
    await probe.closed;
  });

  it('is not for who lacks its right', async () => {
    const probe = await mqttProbe(server.mqttUrl, world.accid.rightless, (await world.tokenOf('rightless')) ?? '');
    for (const kind of TOPIC_KINDS) expect(await probe.subscribe(`lookout/${kind}/513221`)).toBe(false);
    probe.end();
    await probe.closed;
  });
});

/** What makes an answer as large as it may be. */
const LARGEST: Record<string, Address> = {
  'grid.gridTreeWithTowns': { query: '?gridNo=513200' },
  'terrain.terrainHeights': { body: Array.from({ length: 2_000 }, (_, n) => ({ lng: 103 + n * 1e-4, lat: 31 })) },
};
/** Sent to be refused, these ask for what nobody has any more; to be weighed, for what is there. */
const LATER = 1_000;
const asItIs = ({ body, ...sent }: Address): Address => {
  const entries = Object.entries((body ?? {}) as Readonly<Record<string, unknown>>);
  const current = entries.map(([key, value]) => [key, value === LATER && (key === 'revision' || key === 'version') ? 1 : value]);
  return { ...sent, ...(body !== undefined && { body: Array.isArray(body) ? body : Object.fromEntries(current) }) };
};

/** What a test has at hand does not bring these to an answer: they take files, what is encrypted for the server, what only a run of another kind has, or
 * what each grid has once. */
const NOT_ANSWERED = new Set([
  'admin.createUser',
  'admin.resetPassword',
  'admin.saveGroup',
  'admin.saveMenu',
  'auth.beginSecondFactor',
  'auth.changePassword',
  'auth.demoPortalToken',
  'auth.demoPortalVerify',
  'auth.endOwnSession',
  'auth.login',
  'auth.loginByGet',
  'auth.turnOffSecondFactor',
  'auth.verifyPassword',
  'alarm.ingestSatellite',
  'alarm.locate',
  'fireArchive.beginBurnMapping',
  'fireArchive.burnMapping',
  'fireArchive.burnMappingOutline',
  'fireArchive.endBurnMapping',
  'fireArchive.openArchive',
  'fireArchive.readBurnedFile',
  'danger.dangerGrid',
  'hazard.importHazards',
  'hazard.readingList',
  'knownHeat.importKnownHeats',
  'operatingMode.modeSet',
  'photo.upload',
  'plan.planFileTicket',
  'plan.startPlan',
  'plan.uploadPlanFile',
  'post.createGateImage',
  'rangerMessage.readMyMessages',
  'rangerMessage.sendOwnMessage',
  'reporting.confirmReportingRule',
  'reporting.reviseReportingRule',
  'resource.importResources',
  'shift.shiftHandOver',
  'camera.triangulate',
  'situation.beginDocument',
  'spread.resetFuel',
  'spread.runSpread',
  'spread.saveFuel',
  'task.taskProgress',
]);
/** A weight may be wrong by so much: what calls cost beside one another differs from machine to machine. What changes something has a transaction, an event and
 * a row of the audit beside, and can be done but once or twice about an object, before its code is warm. */
const GENEROUS = { read: 6, write: 16 } as const;
/** Of a call that seems to cost more than it may: the least of so many counts, to leave out who else worked meanwhile. */
const MOST_TRIES = 8;

/** What a call costs the main thread: of its own time, to which it makes no difference how busy the machine is. */
async function costOf(row: Row, sent: Address) {
  const token = await tokenOf('nation', sent.path ?? row.path);
  const before = process.threadCpuUsage();
  const { statusCode: status, rawPayload: bytes } = await ask(row, token, sent);
  const { user, system } = process.threadCpuUsage(before);
  return { ms: (user + system) / 1_000, status, bytes };
}

/** One of each is a light call. */
const LIGHT = ['alarm.one', 'hazard.hazardOne', 'incident.incident', 'plan.planOne', 'resource.resourceOne', 'task.taskOne'];
const LIGHT_TIMES = 12;

async function lightCallMs(): Promise<number> {
  let sum = 0;
  for (const [name, row] of rows.filter(([name]) => LIGHT.includes(name))) {
    const sent = await validFor(name, row);
    for (let n = 0; n < LIGHT_TIMES; n += 1) sum += (await costOf(row, sent)).ms;
  }
  return sum / (LIGHT.length * LIGHT_TIMES);
}

interface Weighed {
  readonly weight: number;
  readonly counted: number;
  /** In light calls, less what is generous. */
  readonly atLeast: number;
}

/** @param sentBy what is sent at each try; a call that changes something is sent about another object each time */
async function weigh(row: Row, unitMs: number, sentBy: (n: number) => Promise<Address>): Promise<Weighed | null> {
  let weighed: Weighed | null = null;
  for (let n = 0; n < MOST_TRIES; n += 1) {
    const sent = await sentBy(n);
    const { ms, status, bytes } = await costOf(row, sent);
    if (status !== 200) {
      if (row.effect === 'read' || n > 0) break;
      continue;
    }
    const weight = weightOf(row, validate(withoutParams(row), partsOf(sent)));
    const atLeast = Math.min(weighed?.atLeast ?? Number.POSITIVE_INFINITY, ms / unitMs / GENEROUS[row.effect]);
    weighed = { weight, counted: Math.max(weight, answerWeight(bytes)), atLeast };
    if (!isTooLight(weighed)) break;
  }
  return weighed;
}

/** What takes a turn by its weight is counted by its size afterwards. */
const isTooLight = ({ weight, counted, atLeast }: Weighed): boolean => atLeast > counted || Math.min(atLeast, HEAVY) > weight;

describe('a weight', () => {
  beforeAll(async () => {
    await fillWorld(server.databaseUrl, { alarms: 1_200, rangers: 400, resources: 1_200, cameras: 120 });
    isWeighing = true;
    // Objects that no test before has changed.
    world = await buildFenceWorld(server, OTHER_COUNTIES);
    tokens.clear();
  });

  it('is what a call costs the main thread where there is much to answer with, or less by a factor of six, of what changes something sixteen', async () => {
    const { spots } = world;
    const sentBy =
      (name: string, row: Row) =>
      async (n: number): Promise<Address> => {
        const spot = spots[row.effect === 'read' ? 0 : n % spots.length] as Spot;
        if (row.effect === 'write' || row.scope === 'object' || row.scope === 'position') return asItIs(await validFor(name, row, spot));
        return { query: queryOf(name, 'limit=1000'), body: { ...requiredFields[name], pageSize: 500, limit: 1_000 }, ...LARGEST[name] };
      };
    const unitMs = await lightCallMs();
    const wrong: unknown[] = [];
    const unanswered: string[] = [];
    for (const [name, row] of rows) {
      // What the row before has used is full again.
      skippedMs += 10_000;
      const weighed = await weigh(row, unitMs, sentBy(name, row));
      if (weighed === null) unanswered.push(name);
      else if (isTooLight(weighed)) wrong.push({ name, ...weighed });
    }
    expect(wrong).toEqual([]);
    expect(unanswered.filter((name) => !NOT_ANSWERED.has(name))).toEqual([]);
  }, 120_000);
});
