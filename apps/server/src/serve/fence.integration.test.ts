import { randomUUID } from 'node:crypto';
import { HEAVY, type Row, weightOf } from '@lookout/contract';
// Tests who may call what: every row of the contract × every kind of caller × every position, against a second, independent statement of
// the policy. A row added later is covered automatically. A row about an object or a position needs an entry below that addresses it, or
// the test fails.
import { contract } from '@lookout/features/contract.ts';
import { EMPTY_ASSESSMENT } from '@lookout/features/fire-archive/fire-archive.ts';
import { TOPIC_KINDS, topicRights } from '@lookout/features/live-topics.ts';
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
/** While calls are weighed, replies are not validated, as in operation. */
let isWeighing = false;
/** Advances the clock of the callers' budgets, so that the test seems to take longer than it does. */
let skippedMs = 0;
const BETWEEN_CALLS_MS = 20;
beforeAll(async () => {
  // Without the demo's roads travel times are those on foot, and no road index is built.
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

/**
 * The callers of a row. The full battery uses every level. Otherwise it is the county and one of the wider grids, which rotate from row to
 * row.
 */
const levelsOf = (name: string): readonly Level[] => (isFullBattery ? LEVELS : ['county', WIDER[numberOf(name) % WIDER.length] as Level]);
const numberOf = (name: string): number => rows.findIndex(([other]) => other === name);
/** Selects the forms of a call to test. The full battery uses all. Otherwise it is one of every `of`, rotating from row to row. */
const inTurn = (row: number, of: number) => (form: number) => isFullBattery || (row + form) % of === 0;
/**
 * Selects the grids to request. The full battery uses all. Otherwise it is every other one: the wider grid takes those that the county
 * skips. The county also sends the request without a grid (null), because for a wider caller such a request could reveal no stranger.
 */
const requestsOf = (row: number, level: Level, requests: Readonly<Record<string, string | null>>) => {
  const isTried = inTurn(row + (level === 'county' ? 0 : 1), 2);
  return Object.entries(requests).filter(([, requested], n) => isTried(n) || (level === 'county' && requested === null));
};
/** Selects the spots to test. The full battery uses all. Otherwise each level gets one near and one far, rotating from row to row. */
const spotsOf = (row: number, level: Level): readonly Spot[] => {
  const [own, near, far] = world.spots as [Spot, Spot, Spot];
  if (isFullBattery) return world.spots;
  return level === 'county' ? [own, row % 2 === 0 ? near : far] : [row % 2 === 0 ? own : near, far];
};
/**
 * The permission does not distinguish between a county, a city and a province. A row that is open to the county is therefore called by the
 * county alone of these, and by one of the callers without a session, rotating from row to row.
 */
const byPermission = (name: string, row: Row): readonly Who[] => {
  if (isFullBattery) return ['nobody', 'dead', 'rightless', ...LEVELS];
  return [
    numberOf(name) % 2 === 0 ? 'nobody' : 'dead',
    'rightless',
    'county',
    ...(refusedByPermission(row, 'county') === null ? [] : (['nation'] as const)),
  ];
};

/** Tokens of the callers with a session. A call about accounts may end any session, so it clears them. */
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

/** Calls the server without a socket: thousands of calls cost half as much, and the request handling is the same. */
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

/** The status that the permission alone gives; null: the grid decides. */
function refusedByPermission({ permission, scope }: Pick<Row, 'permission' | 'scope'>, who: Who): 401 | 403 | null {
  if (permission === 'public') return null;
  if (who === 'nobody' || who === 'dead') return 401;
  if (typeof permission === 'object' && who === 'rightless') return 403;
  const isNational = scope === 'nation' || (typeof permission === 'object' && 'feedOr' in permission && permission.national === true);
  return isNational && GRID_OF[who] !== '100000' ? 403 : null;
}

/**
 * Returns valid input for the row: a new object at a spot, an object of the spot, or a sample of the row's own schemas. @throws Refusal
 * when the schemas reject it
 */
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
  it.each(rows)('%s is open to the callers that its row names, and to no others', async (name, row) => {
    const valid = await validFor(name, row);
    for (const who of byPermission(name, row)) {
      const expected = refusedByPermission(row, who);
      // A caller without permission is refused even with valid input. A caller with permission sends none, gets a validation error, and
      // changes nothing.
      const { status, body } = await call(row, who, expected === null ? {} : valid);
      if (expected === null)
        expect({ who, isRefused: status === 403 || (status === 401 && row.permission !== 'public') }).toEqual({ who, isRefused: false });
      else expect({ who, status, code: body.code }).toEqual({ who, status: expected, code: expected });
    }
  });

  it('is checked before validation: a caller without permission does not learn what input the call needs', async () => {
    for (const [, row] of rows.filter(([, { input, permission }]) => input && permission !== 'public')) {
      expect((await call(row, 'nobody', { body: '{ broken' })).status).toBe(401);
    }
  });

  it('is checked in the same way for routes that reply with bytes', async () => {
    expect(server.app.rawRoutes.length).toBeGreaterThan(0);
    for (const route of server.app.rawRoutes) {
      for (const who of ['nobody', 'dead', 'rightless'] as const) {
        const expected = refusedByPermission(route, who);
        if (expected !== null) expect((await call(route, who)).status).toBe(expected);
      }
    }
  });
});

/** Collects every grid number in a reply, at any depth. */
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

/** Required fields of a list in addition to the grid. */
const requiredFields: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'resource.around': { longitude: 103.4, latitude: 31.4, radius: 100_000 },
  'resource.aroundByKind': { longitude: 103.4, latitude: 31.4, radius: 100_000 },
  'resource.confirmResources': { ids: ['00000000-0000-4000-8000-000000000000'] },
  'camera.camerasThatSee': { position: { lng: 103.4, lat: 31.4 } },
  'statistics.report': { window: 6 },
  'task.patrolCalendar': { beginTime: '2036-04-01 00:00:00', endTime: '2036-04-08 00:00:00' },
  'statistics.heat': { window: 6 },
  'statistics.alarms': { window: 6 },
  'statistics.alarmLoad': { hours: 744 },
  'camera.relinkCameras': { cameras: [] },
  'incident.saveIncidentPolicy': { inheritsVerdict: false },
  'secondLook.saveSecondLookSetting': { isOn: false },
  // A browser that no user has: its key is the base point of P-256.
  'notification.subscribePush': {
    keys: {
      p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
      auth: 'AAAAAAAAAAAAAAAAAAAAAA',
    },
  },
  'shift.shiftTake': { relieve: true },
  'notification.saveNotificationPolicy': { dutyLevel: null, repeatMinutes: 5, repeats: 6 },
};

/** Required query parameters. */
const requiredQuery: Readonly<Record<string, string>> = {
  'resource.counts': 'level=county',
  // At this future time the replay contains everything that is known now.
  'replay.deskMoment': 'at=2099-12-31T00:00:00Z',
  'replay.receivedPositions': 'beginTime=2026-11-27T00:00:00Z&endTime=2026-11-27T01:00:00Z',
};
const queryOf = (name: string, ...parts: readonly string[]): string => {
  const query = [requiredQuery[name], ...parts].filter((part) => part !== undefined && part !== '').join('&');
  return query === '' ? '' : `?${query}`;
};

/**
 * Rows whose replies may contain the number of a grid above the requested one: counts of the caller's own alarms under the name of their
 * prefecture, background that a wider grid shares with all below it (domain `sharesLayer`), a superior's plans in force, warnings and
 * templates, and the receivers of a report.
 */
const MAY_BE_WIDER = new Set([
  'alarm.countByPrefecture',
  'mapLayer.layerList',
  'mapLayer.sceneList',
  'plan.planPage',
  'reporting.dueReportPage',
  'sms.smsTemplates',
  'task.taskTemplates',
  'warning.warningPage',
]);
/** Operating modes are set by the grids above, and so are their messages. */
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

  it.each(rowsOf('list'))('%s refuses an invalid grid number, and two numbers at once', async (name, row) => {
    const isTried = inTurn(numberOf(name), 3);
    for (const invalid of INVALID_GRIDS.filter((_, n) => isTried(n))) {
      const asText = typeof invalid === 'string' ? encodeURIComponent(invalid) : null;
      const query = queryOf(name, ...(Array.isArray(invalid) ? invalid.map((one) => `gridNo=${one}`) : [`gridNo=${asText}`]));
      if (row.method === 'GET' && asText === null && !Array.isArray(invalid)) continue;
      const reply = await call(row, 'county', row.method === 'GET' ? { query } : { body: { ...requiredFields[name], gridNo: invalid } });
      // A row without a grid number of its own may ignore it, but it never returns more and never fails with a server error.
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
    '%i: the list of %s accepts gridNoba for gridNo',
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

  it('of every kind has an entry outside the county for the nation; an empty list would prove nothing', async () => {
    await call(contract.shift.shiftTake, 'nation', { body: { relieve: true } });
    const empty: string[] = [];
    for (const [name, row] of rowsOf('list')) {
      const reply = await call(row, 'nation', {
        body: { ...requiredFields[name], pageSize: 500 },
        query: row.method === 'GET' ? queryOf(name, 'limit=1000') : '',
      });
      if (!gridsIn(reply.body.data).some((gridNo) => !lies(gridNo, GRID_OF.county))) empty.push(name);
    }
    // These rows reply with a number, a place, a weather or the contents of a layer, or change something. They are restricted to the grid
    // by their request. Members of fires name alarms and no grid, positions name people, journeys name tasks: their fence is tested
    // elsewhere (incidents, replay and under-way.integration.test.ts).
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

  it('that only counts does not count objects outside the caller’s grid', async () => {
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
const REAL = { verdict: 'real', note: null, realFireType: null };
const ENCRYPTED = { passwd: 'x', aeskey: 'x', nonce: 'x' };
const userBody = (gridNo: string) => ({ fullName: '测试', gridNo, groupId: '001', rights: ['watch-alarms'] });

const ofCamera = ({ cameraId }: Spot): Address => ({ body: { cameraId } });
const ofCameraByQuery = ({ cameraId }: Spot): Address => byQuery({ cameraId });

/** How the object of a spot is addressed. */
const addressOf: Record<string, (spot: Spot, row: Row) => Address | Promise<Address>> = {
  'alarm.satelliteByFireNo': ({ fireNo }) => ({ query: `?fireNo=${encodeURIComponent(fireNo)}` }),
  'alarm.satelliteInfoByFireNo': ({ fireNo }) => ({ query: `?fireNo=${encodeURIComponent(fireNo)}` }),
  'alarm.satelliteOne': ({ satelliteId }) => ({ query: `?id=${satelliteId}` }),
  'alarm.monitorOne': ({ cameraAlarmId }) => ({ query: `?id=${cameraAlarmId}` }),
  'alarm.one': ({ cameraAlarmId }) => byQuery({ id: cameraAlarmId }),
  'alarm.history': ({ dangerId }) => byQuery({ id: dangerId }),
  'alarm.acknowledge': ({ reportId }) => ({ body: { id: reportId } }),
  'alarm.seen': ({ reportId }) => ({ body: { id: reportId } }),
  'alarm.monitorJudge': ({ reportId }) => ({ body: { fireId: reportId, isReal: 1 } }),
  'alarm.correct': ({ reportId }) => ({ ...byQuery({ id: reportId }), body: { ...REAL, reason: '核实' } }),
  'alarm.handle': ({ dangerId }) => ({ ...byQuery({ id: dangerId }), body: { note: null, isRenovated: true } }),
  'alarm.reopen': ({ dangerId }) => byQuery({ id: dangerId }),
  'alarm.close': ({ reportId }) => ({ body: { id: reportId, outcome: '1' } }),
  'alarm.rekindle': ({ reportId }) => ({ ...byQuery({ id: reportId }), body: { reason: '复燃' } }),
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
  'secondLook.secondLookOfAlarm': ({ cameraAlarmId }) => byQuery({ alarmId: cameraAlarmId }),
  'secondLook.secondLookCamera': ofCameraByQuery,
  'secondLook.saveSecondLookCamera': ({ cameraId }) => ({ body: { cameraId, isOn: true } }),
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
  'spread.fireObservations': ({ cameraAlarmId }) => byQuery({ incidentId: cameraAlarmId }),
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
    body: { id: warningId, revision: 1, level: 'red', text: '风更大', endsAt: new Date(Date.now() + 86_400_000).toISOString() },
  }),
  'warning.liftWarning': ({ warningId }) => ({ body: { id: warningId, revision: 1, reason: '降雨' } }),
  'warning.readWarning': ({ warningId }) => ({ body: { id: warningId } }),
  'warning.warningReaders': ({ warningId }) => byQuery({ id: warningId }),
  'site.beginSiteSearch': ({ gridNo }) => ({
    body: { gridNo, count: 1, mastMetres: 30, rangeMetres: 5_000, targetMetres: 10, candidates: { source: 'ridges' } },
  }),
  'danger.fireLevelDays': ({ gridNo }) => byQuery({ gridNo }),
  'danger.dangerGrid': ({ gridNo }) => byQuery({ gridNo }),
  'danger.dangerCell': ({ gridNo }) => byQuery({ gridNo, longitude: '103.59', latitude: '31.47' }),
  'danger.dangerRules': ({ gridNo }) => byQuery({ gridNo }),
  'coverage.coverageFigures': ({ gridNo }) => byQuery({ gridNo }),
  'coverage.coveragePicture': ({ gridNo }) => byQuery({ gridNo, targetMetres: 10 }),
  'coverage.mastViewshed': ({ monitorId }) => byQuery({ id: monitorId }),
  'patrolQuality.patrolGaps': ({ gridNo }) => ({ body: { gridNo } }),
  'patrolQuality.patrolGapPicture': ({ gridNo }) => ({ body: { gridNo } }),
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
  'camera.zoomToBox': ({ cameraId }) => ({ body: { cameraId, from: { u: 0.4, v: 0.4 }, to: { u: 0.6, v: 0.6 } } }),
  'camera.lookAt': ({ cameraId, lng, lat }) => ({ body: { cameraId, position: { lng, lat } } }),
  'camera.operator': ({ cameraId }) => ({ body: { cameraId, act: 'release' } }),
  'camera.operatorNow': ofCameraByQuery,
  'camera.presets': ofCameraByQuery,
  'camera.setPreset': ({ cameraId }) => ({ body: { cameraId, name: '一' } }),
  'camera.gotoPreset': ({ cameraId }) => ({ body: { cameraId, number: 1 } }),
  'camera.removePreset': ({ cameraId }) => ({ body: { cameraId, number: 1 } }),
  'camera.locateInPicture': ({ cameraId }) => ({ body: { cameraId, u: 0.5, v: 0.5 } }),
  'camera.cameraSetup': ofCameraByQuery,
  'camera.updateCameraSetup': ({ cameraId }) => ({ body: { cameraId, masks: [], ranges: [], tour: [] } }),
  'camera.correctNorth': ({ cameraId, lng, lat }) => ({
    body: { cameraId, landmarks: [{ position: { lng: lng + 0.1, lat }, horizontalDegrees: 0 }] },
  }),
  'camera.chinaTowerPreview': ({ deviceId }) => byQuery({ cameraIndexCode: deviceId }),
  'camera.guideControl': ({ cameraId }) => ({ body: { id: cameraId, enumCode: '1', direction: 1 } }),
  'camera.aqishiMove': ({ cameraId }) => ({ body: { cameraId, cmd: 1 } }),
  'camera.aqishiZoom': ({ cameraId }) => ({ body: { cameraId, cmd: 1 } }),
  'camera.aqishiPreview': ofCameraByQuery,
  'camera.aqishiFiles': ofCameraByQuery,
  'exercise.exerciseInject': ({ exerciseId, lng, lat }) => ({
    body: { id: exerciseId, script: [{ kind: 'report', position: { lng, lat }, minutes: 60 }] },
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
  it.each(rowsOf('object'))(
    '%s is found inside the caller’s grid and gives 404 outside, like an object that does not exist',
    async (name, row) => {
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
    },
  );

  it('that is a file has the same fence', async () => {
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
/** Bodies of new objects at a spot. */
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
    return { kind: 'uav', code: `新建${newCode}`, ...resourceBody(spot) };
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
  'coverage.coverageTrial': ({ lng, lat }) => ({
    targetMetres: 10,
    masts: [{ replaces: null, position: { lng, lat }, mastMetres: 30, rangeMetres: 5_000 }],
  }),
  'travel.nearest': ({ lng, lat }) => ({ longitude: lng, latitude: lat, kinds: ['ranger', 'team'] }),
  'travel.back': ({ lng, lat }) => ({ goal: { lng, lat }, from: { lng, lat }, kind: 'team' }),
  'travel.reach': ({ lng, lat }) => ({ position: { lng, lat }, mode: 'foot', minutes: [30] }),
  'admin.createUser': ({ gridNo }) => {
    newUser += 1;
    return { userName: `new${newUser}`, ...ENCRYPTED, ...userBody(gridNo) };
  },
};

describe('a new object', () => {
  it.each(rowsOf('position'))('%s is accepted inside the caller’s grid and gives 422 outside', async (name, row) => {
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

/** Topics that a desk subscribes to in the grids above, too. */
const DOWNWARDS: ReadonlySet<string> = new Set(['operatingMode', 'coverage']);

describe('a topic', () => {
  it.each(LEVELS)('may be subscribed to by the %s in its own grid and below', async (level) => {
    const probe = await mqttProbe(server.mqttUrl, world.accid[level], (await world.tokenOf(level)) ?? '');
    for (const kind of TOPIC_KINDS) {
      expect(topicRights[kind]).toBeTruthy();
      for (const [where, wish] of Object.entries(REQUESTED_GRIDS[level])) {
        const isGranted = await probe.subscribe(`lookout/${kind}/${wish}`);
        expect({ kind, where, isGranted }).toEqual({
          kind,
          where,
          isGranted: lies(wish, GRID_OF[level]) || (DOWNWARDS.has(kind) && lies(GRID_OF[level], wish)),
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

  it('is refused to a caller without its right', async () => {
    const probe = await mqttProbe(server.mqttUrl, world.accid.rightless, (await world.tokenOf('rightless')) ?? '');
    for (const kind of TOPIC_KINDS) expect(await probe.subscribe(`lookout/${kind}/513221`)).toBe(false);
    probe.end();
    await probe.closed;
  });
});

/** Requests that produce the largest possible reply. */
const LARGEST: Record<string, Address> = {
  'grid.gridTreeWithTowns': { query: '?gridNo=513200' },
  'terrain.terrainHeights': { body: Array.from({ length: 2_000 }, (_, n) => ({ lng: 103 + n * 1e-4, lat: 31 })) },
};
/** A revision that no object has. Calls that are to be refused send it; calls that are to be weighed send the current one instead. */
const LATER = 1_000;
const asItIs = ({ body, ...sent }: Address): Address => {
  const entries = Object.entries((body ?? {}) as Readonly<Record<string, unknown>>);
  const current = entries.map(([key, value]) => [key, value === LATER && (key === 'revision' || key === 'version') ? 1 : value]);
  return { ...sent, ...(body !== undefined && { body: Array.isArray(body) ? body : Object.fromEntries(current) }) };
};

/**
 * Rows that cannot be brought to a reply with the test's data: they need files, content encrypted for the server, data that only another
 * kind of run has, or an object that each grid has only once.
 */
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
  'site.endSiteSearch',
  'site.readSitePlaces',
  'site.siteSearch',
  'situation.beginDocument',
  'spread.resetFuel',
  'spread.runSpread',
  'spread.saveFuel',
  'task.taskProgress',
]);
/**
 * Tolerance of a weight: the relative cost of calls differs from machine to machine. A write also has a transaction, an event and an audit
 * row, and can be repeated only once or twice for an object, before its code is warm.
 */
const GENEROUS = { read: 6, write: 16 } as const;
/**
 * A call that seems to cost more than it may is measured up to this many times. The lowest result counts, to exclude work that ran at the
 * same time.
 */
const MOST_TRIES = 8;

/** Measures the main thread's CPU time for a call, which does not depend on how busy the machine is. */
async function costOf(row: Row, sent: Address) {
  const token = await tokenOf('nation', sent.path ?? row.path);
  const before = process.threadCpuUsage();
  const { statusCode: status, rawPayload: bytes } = await ask(row, token, sent);
  const { user, system } = process.threadCpuUsage(before);
  return { ms: (user + system) / 1_000, status, bytes };
}

/** The mean cost of these calls is the cost of one light call. */
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
  /** Measured cost in light calls, divided by the tolerance. */
  readonly atLeast: number;
}

/** @param sentBy returns the request of each try; a call that changes something is sent for a different object each time */
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

/** A call takes its turn by its weight and is afterwards charged by its size, so both are compared with the cost. */
const isTooLight = ({ weight, counted, atLeast }: Weighed): boolean => atLeast > counted || Math.min(atLeast, HEAVY) > weight;

describe('a weight', () => {
  beforeAll(async () => {
    await fillWorld(server.databaseUrl, { alarms: 1_200, rangers: 400, resources: 1_200, cameras: 120 });
    isWeighing = true;
    // Objects that no earlier test has changed.
    world = await buildFenceWorld(server, OTHER_COUNTIES);
    tokens.clear();
  });

  it('covers what a call costs the main thread with much data, within a factor of six for reads and sixteen for writes', async () => {
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
      // Advances the clock, so that the budget spent by the previous row is full again.
      skippedMs += 10_000;
      const weighed = await weigh(row, unitMs, sentBy(name, row));
      if (weighed === null) unanswered.push(name);
      else if (isTooLight(weighed)) wrong.push({ name, ...weighed });
    }
    expect(wrong).toEqual([]);
    expect(unanswered.filter((name) => !NOT_ANSWERED.has(name))).toEqual([]);
  }, 120_000);
});
