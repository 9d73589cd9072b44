// A small country for the test of the fence: callers at every level, and one object of every kind in near and distant counties.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { CAPABILITIES, type Capability, type GridNo, NATION } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import type { FireDay } from '@lookout/features/danger/fire-weather.ts';
import { RESPONSE_LEVELS } from '@lookout/features/plan/plan.ts';
import { newDueReport as owedReport } from '@lookout/features/reporting/due-report.ts';
import type { ReportingRule } from '@lookout/features/reporting/reporting-rule.ts';
import { RESOURCE_KINDS } from '@lookout/features/resource/resource.ts';
import { stepSafety } from '@lookout/features/safety/safety.ts';
import { REPORTING_RULES } from '@lookout/region';
import { pictureFiles } from '../services/pictures.ts';
import { keepSpread, resultOf } from './spread-run.ts';
import type { TestServer } from './test-server.ts';

export type Who = 'nobody' | 'dead' | 'rightless' | 'county' | 'city' | 'province' | 'nation';

export const GRID_OF = { county: '513221', city: '513200', province: '510000', nation: '100000', rightless: '100000' } as const;
export type Level = 'county' | 'city' | 'province' | 'nation';

/**
 * Requested grids by their relation to the caller's. `lookAlike` has a number that resembles that of a grid below the caller's, but is
 * none.
 */
export const REQUESTED_GRIDS: Readonly<Record<Level, Readonly<Record<string, string>>>> = {
  county: {
    own: '513221',
    child: '513221100',
    parent: '513200',
    sibling: '513222',
    other: '410781',
    lookAlike: '513212',
    nation: '100000',
  },
  city: { own: '513200', child: '513221', parent: '510000', sibling: '513300', other: '230000', lookAlike: '532100', nation: '100000' },
  province: { own: '510000', child: '513221', parent: '100000', sibling: '520000', other: '410781', lookAlike: '501000' },
  nation: { own: '100000', province: '510000', city: '513200', county: '513221', town: '513221100', other: '410781' },
};

/** Invalid grid numbers: always a 422 that names the field. */
export const INVALID_GRIDS: readonly unknown[] = ['51%', '５１３２２１', '101000', '5132', ['513221', '513222'], 513221, { no: '513221' }];

/** An independent implementation of the fence: the object's number begins with the holder's number without its trailing zeros. */
export const lies = (object: string, holder: string): boolean =>
  holder === '100000' || (object !== '100000' && object.startsWith(holder.replace(/(00){1,2}$/, '')));

/** A place with one object of every kind that rows of scope `object` and `position` concern. */
export interface Spot {
  readonly gridNo: string;
  readonly lng: number;
  readonly lat: number;
  readonly satelliteId: string;
  readonly fireNo: string;
  readonly cameraAlarmId: string;
  readonly reportId: string;
  readonly smokeId: string;
  readonly dangerId: string;
  readonly rangerId: string;
  readonly taskId: string;
  readonly taskTemplateId: string;
  readonly patrolId: string;
  readonly resourceId: string;
  readonly monitorId: string;
  /** The only channel of the monitoring point, and its device. */
  readonly cameraId: string;
  readonly deviceId: string;
  readonly burningId: string;
  readonly knownHeatId: string;
  readonly mapMaskId: string;
  readonly exerciseId: string;
  readonly planId: string;
  /** The plan is in force, and was started for the fire `runFireId` as `runId`. */
  readonly approvedPlanId: string;
  readonly runId: string;
  readonly runFireId: string;
  /** An order for the fire `runFireId`, with its one receiver, and the draft of the fire's bulletin. */
  readonly orderId: string;
  readonly receiverId: string;
  readonly documentId: string;
  readonly warningId: string;
  /** A forecast that is queued. */
  readonly spreadId: string;
  /** A report that is due for the fire `runFireId`. */
  readonly dueReportId: string;
  readonly sosId: string;
  readonly rangerMessageId: string;
  /** The state of the ranger, who is in danger at the fire `runFireId`. */
  readonly safetyId: string;
  readonly plotId: string;
  /** A closed fire with the draft of its archive. */
  readonly closedFireId: string;
  readonly archiveId: string;
  readonly hazardId: string;
  /** The hazard point's only monitor. */
  readonly hazardMonitorId: string;
  readonly hazardWarningId: string;
  readonly userId: string;
  readonly fileId: string;
}

interface County extends Place {
  readonly gridNo: string;
}

const COUNTIES: readonly County[] = [
  { gridNo: '513221', lng: 103.59, lat: 31.48 },
  { gridNo: '513222', lng: 103.17, lat: 31.44 },
  { gridNo: '410781', lng: 114.06, lat: 35.4 },
];
/** The counties of a second world in the same database. */
export const OTHER_COUNTIES: readonly County[] = [
  { gridNo: '513223', lng: 103.85, lat: 31.68 },
  { gridNo: '513228', lng: 102.99, lat: 32.06 },
  { gridNo: '410782', lng: 113.8, lat: 35.46 },
];

export interface FenceWorld {
  /** Creates a separate token for this one call; undefined for `nobody`. */
  tokenOf(who: Who): Promise<string | undefined>;
  readonly accid: Readonly<Record<Exclude<Who, 'nobody' | 'dead'>, string>>;
  readonly spots: readonly Spot[];
  newMonitoringPoint(spot: Place): Promise<string>;
  newResource(spot: Place): Promise<string>;
  newPlot(spot: Place): Promise<string>;
  newPlan(spot: { readonly gridNo: string }): Promise<string>;
  newTaskTemplate(spot: { readonly gridNo: string }): Promise<string>;
  newMapEmbed(spot: { readonly gridNo: string }): Promise<string>;
  newWebhook(spot: { readonly gridNo: string }): Promise<string>;
  newHazard(spot: Place): Promise<string>;
  newKnownHeat(spot: Place): Promise<string>;
  /** Returns the draft of a situation map: the existing one, or a new one. */
  newDraft(spot: { readonly runFireId: string }): Promise<string>;
  newCameraAlarm(spot: Place): Promise<string>;
  newSmokeAlarm(spot: Place): Promise<string>;
  readonly smsTemplateId: string;
  newSmsTemplate(spot: { readonly gridNo: string }): Promise<string>;
}

interface Place {
  readonly lng: number;
  readonly lat: number;
}

export const monitoringPointBody = ({ lng, lat }: Place) => ({ name: '测试点', position: { lng, lat }, towerHeight: 30 });

export const resourceBody = ({ lng, lat }: Place) => ({ name: '围栏资源', position: { lng, lat } });

export const plotBody = ({ lng, lat }: Place) => ({ kind: 'point', name: '集结点', points: [{ lng, lat }] });

/** An hour with its weather given, so that no weather service is called. */
export const spreadBody = ({ lng, lat }: Place) => ({
  ignition: { type: 'Point', coordinates: [lng, lat] },
  hours: 1,
  weather: [{ time: '2026-11-21 12:00:00', windFromDegrees: 0, windSpeedMetresPerSecond: 0, temperatureCelsius: 20, humidityPercent: 50 }],
});

/** A plan of a grid, complete enough to be submitted. */
export const planBody = ({ gridNo }: { readonly gridNo: string }) => ({
  gridNo,
  content: {
    title: '森林草原火灾应急预案',
    conditions: RESPONSE_LEVELS.map((level) => ({ level, text: '条件' })),
    duties: [{ post: '指挥长', duty: '总指挥', phone: '13800000000' }],
    items: [{ id: 'report', level: 4, text: '上报', who: '值班员', withinMinutes: 15 }],
  },
});

/** A warning for a grid, valid for the day. */
export const warningBody = ({ gridNo }: { readonly gridNo: string }) => ({
  areas: [gridNo],
  level: 'yellow',
  text: '风大物燥',
  startsAt: new Date().toISOString(),
  endsAt: new Date(Date.now() + 86_400_000).toISOString(),
});

/** No server listens at this address, and servers are not allowed to call it. */
export const webhookBody = ({ gridNo }: { readonly gridNo: string }) => ({
  name: '指挥系统',
  url: 'http://127.0.0.1:9/hook',
  least: 'confirmed',
  gridNo,
});

/** The token of an embedded map of a grid, valid for a day. */
export const mapEmbedBody = ({ gridNo }: { readonly gridNo: string }) => ({
  name: '县门户',
  gridNo,
  layers: ['alarms', 'resources', 'boundaries', 'danger'],
  origins: ['https://portal.example'],
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
});

/** A hazard point whose monitor warns at 1 mm and more. */
export const hazardBody = ({ lng, lat }: Place) => {
  const code = `H-${randomUUID().slice(0, 8)}`;
  const value = { blue: 1, yellow: 2, orange: null, red: null };
  return {
    code,
    name: '围栏滑坡',
    kind: 'slide',
    level: 'small',
    position: { lng, lat },
    monitors: [{ code: `${code}-1`, kind: 'crack', name: '裂缝计', value }],
  };
};

/** A task at a spot, for the ranger of that spot. */
export const taskBody = ({ lng, lat, rangerId }: Place & { readonly rangerId: string }) => ({
  taskContent: '核查火情',
  taskStartTime: '2036-11-21 08:00:00',
  taskEndTime: '2036-11-21 12:00:00',
  priority: 1,
  position: { lng, lat },
  taskMember: [rangerId],
});

let smsTemplates = 0;
/** A template of a grid's short messages, with a unique name. */
export const smsTemplateBody = ({ gridNo }: { readonly gridNo: string }) => {
  smsTemplates += 1;
  return { gridNo, name: `短信${smsTemplates}`, content: '{地点}' };
};

let codes = 0;
let templates = 0;
/** A task template of a grid, with a unique name. */
export const taskTemplateBody = ({ gridNo }: { readonly gridNo: string }) => {
  templates += 1;
  return { gridNo, name: `模板${templates}`, durationMinutes: 60, content: '巡护', priority: 3 };
};

/** A recurring patrol at a spot, far in the future. */
export const patrolBody = ({ lng, lat, rangerId }: Place & { readonly rangerId: string }) => ({
  content: {
    name: '清明巡护',
    repeat: { kind: 'daily' },
    beginDay: '2036-04-01',
    timeOfDay: '08:00',
    durationMinutes: 240,
    order: { content: '巡护', priority: 3 },
    memberIds: [rangerId],
    position: { lng, lat },
  },
});

/** An application to burn at a spot, for tomorrow. */
export const burningBody = ({ lng, lat }: Place) => ({
  applicant: '测试',
  phone: '13800000000',
  purpose: 'farm',
  position: { lng, lat },
  startsAt: new Date(Date.now() + 86_400_000).toISOString(),
  endsAt: new Date(Date.now() + 90_000_000).toISOString(),
});

export const knownHeatBody = ({ lng, lat }: Place) => ({ name: '砖厂', kind: 'kiln', position: { lng, lat }, radiusMetres: 200 });
export const mapMaskBody = ({ lng, lat }: Place) => ({
  polygon: [
    { lng, lat },
    { lng: lng + 0.001, lat },
    { lng, lat: lat + 0.001 },
  ],
  reason: '烟囱',
  alarmKinds: ['camera'],
  endsAt: new Date(Date.now() + 86_400_000).toISOString(),
});

/** The fire weather of one day. */
const fireDay = (gridNo: string, day: string): FireDay => ({
  gridNo: gridNo as GridNo,
  day,
  driver: null,
  gapDays: 0,
  source: 'demo',
  temperatureCelsius: 20,
  humidityPercent: 40,
  windKilometresPerHour: 10,
  rainMillimetres: 0,
  ffmc: 85,
  dmc: 6,
  dc: 15,
  isi: 3,
  bui: 6,
  fwi: 3,
});

export async function buildFenceWorld(server: TestServer, counties = COUNTIES): Promise<FenceWorld> {
  const { store } = server;
  const account = async (gridNo: string, rights: readonly Capability[]): Promise<string> => {
    const id = randomUUID();
    await store.accounts.create({
      id,
      userName: `t${id.slice(0, 8)}`,
      passwordHash: 'none',
      fullName: '测试',
      gridNo: gridNo as GridNo,
      groupId: '001',
      rights,
      grids: [],
      headUrl: null,
      phone: null,
      deviceId: null,
      topic: null,
      enabled: true,
      demo: false,
    });
    return id;
  };
  const accid = {
    county: await account(GRID_OF.county, CAPABILITIES),
    city: await account(GRID_OF.city, CAPABILITIES),
    province: await account(GRID_OF.province, CAPABILITIES),
    nation: await account(GRID_OF.nation, CAPABILITIES),
    rightless: await account(GRID_OF.rightless, []),
  };
  const newToken = (): string => randomBytes(32).toString('base64url');
  const sessionOf = async (accountId: string, gridNo: string): Promise<string> => {
    const token = newToken();
    await store.sessions.create({
      tokenHash: createHash('sha256').update(token).digest(),
      accountId,
      gridNo: gridNo as GridNo,
      expiresAt: new Date(Date.now() + 3_600_000),
      address: null,
      userAgent: null,
    });
    return token;
  };
  const tokenOf = async (who: Who): Promise<string | undefined> => {
    if (who === 'nobody') return undefined;
    return who === 'dead' ? newToken() : sessionOf(accid[who], GRID_OF[who]);
  };

  const feed = { 'x-feed-key': server.feedKey };
  const send = async (path: string, body: unknown, headers: Record<string, string> = feed): Promise<string> => {
    const reply = await server.call('POST', path, { body, headers });
    if (reply.body.code !== 200) throw new Error(`${path}: ${JSON.stringify(reply.body)}`);
    return reply.body.data.id;
  };
  // A separate account, because calls under test end their own sessions.
  const nation = { authorization: `Bearer ${await sessionOf(await account(GRID_OF.nation, CAPABILITIES), GRID_OF.nation)}` };
  const newMonitoringPoint = (spot: Place) => send('/resource/api/monitor', monitoringPointBody(spot), nation);
  /** Creates a monitoring point with a camera without a link. */
  const newWatched = async (spot: Place, deviceId: string) => {
    const camera = { deviceId, name: deviceId, manufacturer: 'onvif' };
    const monitorId = await send('/resource/api/monitor', { ...monitoringPointBody(spot), cameras: [camera] }, nation);
    const [found] = (await store.cameras.list(NATION, { monitoringPointId: monitorId }, { limit: 1 })).list;
    return { monitorId, deviceId, cameraId: found?.id ?? '' };
  };
  const newKnownHeat = (spot: Place) => send(contract.knownHeat.createKnownHeat.path, knownHeatBody(spot), nation);
  const newHazard = (spot: Place) => send(contract.hazard.createHazard.path, hazardBody(spot), nation);
  /** Creates a hazard point with a monitor and an open warning. */
  const newWarned = async (spot: Place) => {
    const hazardId = await newHazard(spot);
    const [monitor] = (await store.hazards.find(NATION, hazardId))?.hazard.monitors ?? [];
    const reading = { monitorCode: monitor?.code, time: new Date().toISOString(), value: 1.5 };
    await server.call('POST', contract.hazard.putReadings.path, { body: [reading], headers: feed });
    const { list } = await store.hazardWarnings.page(NATION, { hazardId }, { offset: 0, limit: 1 });
    return { hazardId, hazardMonitorId: monitor?.id ?? '', hazardWarningId: list[0]?.id ?? '' };
  };
  const newResource = (spot: Place) => {
    codes += 1;
    const body = { kind: 'uav', code: `围栏${codes}`, ...resourceBody(spot) };
    return send(contract.resource.createResource.path, body, nation);
  };
  const newPlot = (spot: Place) => send(contract.plot.createPlot.path, plotBody(spot), nation);
  const newPlan = (spot: { readonly gridNo: string }) => send(contract.plan.createPlan.path, planBody(spot), nation);
  const newDraft = async ({ runFireId }: { readonly runFireId: string }): Promise<string> => {
    const { path } = contract.situation.beginDocument;
    const { body } = await server.call('POST', path, { body: { fireId: runFireId, kind: 'situation-map' }, headers: nation });
    return body.data.id;
  };
  const newTaskTemplate = (spot: { readonly gridNo: string }) =>
    send(contract.task.createTaskTemplate.path, taskTemplateBody(spot), nation);
  const newWebhook = (spot: { readonly gridNo: string }) => send(contract.notification.createWebhook.path, webhookBody(spot), nation);
  const newMapEmbed = (spot: { readonly gridNo: string }) => send(contract.mapEmbed.issueEmbed.path, mapEmbedBody(spot), nation);
  const newCameraAlarm = ({ lng, lat }: Place) =>
    send('/fire/api/monitorFirealarm', { longitude: lng, latitude: lat, deviceId: 'd', alarmDatetime: new Date().toISOString() });
  const newSmokeAlarm = ({ lng, lat }: Place) =>
    send('/fire/api/smokeAlarmFiltering', { longitude: lng, latitude: lat, deviceId: 's', alarmDatetime: new Date().toISOString() });
  const newSmsTemplate = (spot: { readonly gridNo: string }) => send(contract.sms.smsPutTemplate.path, smsTemplateBody(spot), nation);
  const smsTemplateId = await newSmsTemplate({ gridNo: NATION });

  /**
   * Creates a fire in progress with its history, a short message about it, a task, and one resource of every kind, as an officer of that
   * county.
   */
  const newDuty = async (gridNo: string, { lng, lat }: Place) => {
    const officer = { authorization: `Bearer ${await sessionOf(await account(gridNo, CAPABILITIES), gridNo)}` };
    const fireId = await send('/fire/api/reportFirealarm', { longitude: lng, latitude: lat });
    const rangerId = await account(gridNo, ['report-as-ranger']);
    const resources = RESOURCE_KINDS.map((resourceType) => ({
      resourceType,
      resourceCode: `${gridNo}-${resourceType}`,
      name: resourceType,
      position: { lng, lat },
    }));
    const { alarm: alarmCalls, resource, sms } = contract;
    const replies = [
      await server.call('POST', alarmCalls.monitorJudge.path, { body: { fireId, isReal: 1 }, headers: officer }),
      await server.call('POST', `${sms.smsSubmit.path}?fireId=${fireId}`, {
        body: { phones: ['13800000000'], content: '火情' },
        headers: officer,
      }),
      await server.call('POST', resource.putResources.path, { body: resources, headers: feed }),
    ];
    const headers = { authorization: `Bearer ${await sessionOf(await account(gridNo, CAPABILITIES), gridNo)}` };
    const { plan } = contract;
    const approvedPlanId = await send(plan.createPlan.path, planBody({ gridNo }), officer);
    replies.push(
      await server.call('POST', plan.submitPlan.path, { body: { id: approvedPlanId, revision: 1 }, headers: officer }),
      await server.call('POST', plan.reviewPlan.path, { body: { id: approvedPlanId, state: 'approved' }, headers }),
    );
    for (const { body } of replies) if (body.code !== 200) throw new Error(JSON.stringify(body));
    const listed = await server.call('POST', resource.resourceList.path, { body: {}, headers: officer });
    const post = await store.gates.findPost(gridNo as GridNo, `${gridNo}-checkStation`);
    if (!post) throw new Error(`${gridNo} has no checkpoint`);
    await store.gates.addImage({
      id: randomUUID(),
      post,
      capturedAt: new Date(),
      category: 'vehicle',
      plate: null,
      direction: 'in',
      pictureId: randomUUID(),
    });
    const ofGrid = { name: `围栏 ${gridNo}`, gridNo: gridNo as GridNo, schematic: true };
    await store.mapLayers.begin({ ...ofGrid, kind: 'road' });
    await store.mapScenes.put({
      ...ofGrid,
      kind: 'model',
      folder: gridNo,
      entry: 'tower.glb',
      position: { lng, lat },
      heightMetres: null,
      headingDegrees: 0,
      scale: 1,
      levels: [],
    });
    for (const no of [gridNo, `${gridNo.slice(0, 4)}00`]) await store.fireWeather.add([fireDay(no, '2026-11-20')]);
    const { issueOrder, beginDocument } = contract.situation;
    const order = { fireId, receivers: [{ name: '甲队' }], content: '围栏' };
    const ordered = (await server.call('POST', issueOrder.path, { body: order, headers: officer })).body.data;
    const raisedAt = new Date().toISOString();
    const ranger = { authorization: `Bearer ${await sessionOf(rangerId, gridNo)}` };
    // With this forecast a report is due.
    await keepSpread(store, { gridNo, centre: { lng, lat }, fireId, hours: 2, result: resultOf({ 60: 300 }, []) });
    return {
      rangerId,
      orderId: ordered.id as string,
      receiverId: ordered.receivers[0].id as string,
      documentId: await send(beginDocument.path, { fireId, kind: 'bulletin' }, officer),
      dueReportId: await newDueReport({ gridNo, fireId }),
      spreadId: await keepSpread(store, { gridNo, centre: { lng, lat }, fireId }),
      safetyId: await newSafety({ gridNo, lng, lat, fireId, rangerId }),
      rangerMessageId: await send(
        contract.rangerMessage.sendRangerMessage.path,
        { id: randomUUID(), fireId, userId: rangerId, content: '围栏' },
        officer,
      ),
      sosId: await send(
        contract.sos.raiseSos.path,
        { id: randomUUID(), raisedAt, place: { position: { lng, lat }, foundAt: raisedAt } },
        ranger,
      ),
      approvedPlanId,
      runId: await send(plan.startPlan.path, { fireId, id: approvedPlanId, level: 4, reason: '围栏' }, officer),
      runFireId: fireId,
      resourceId: listed.body.data[0].id as string,
      burningId: await send(contract.burning.createBurning.path, burningBody({ lng, lat }), officer),
      knownHeatId: await send(contract.knownHeat.createKnownHeat.path, knownHeatBody({ lng, lat }), officer),
      mapMaskId: await send(contract.knownHeat.createMapMask.path, mapMaskBody({ lng, lat }), officer),
      taskId: await send(contract.task.delegate.path, taskBody({ lng, lat, rangerId }), officer),
      taskTemplateId: await newTaskTemplate({ gridNo }),
      patrolId: await send(contract.task.createPatrol.path, patrolBody({ lng, lat, rangerId }), officer),
    };
  };

  const newSafety = async ({ gridNo, fireId, rangerId, ...position }: Place & Record<'gridNo' | 'fireId' | 'rangerId', string>) => {
    const now = new Date();
    const found = {
      userId: rangerId,
      fullName: '围栏',
      phone: null,
      gridNo: gridNo as GridNo,
      fireId,
      runId: randomUUID(),
      position,
      positionAt: now,
      arrivesAt: now,
      escape: null,
      marginMinutes: null,
      class: 'no-way-out',
      contact: 'live',
      checkedAt: now,
    } as const;
    const { safety } = stepSafety(null, found, randomUUID());
    await store.personSafeties.save([safety]);
    return safety.id;
  };

  const newDueReport = async ({ gridNo, fireId }: { readonly gridNo: string; readonly fireId: string }) => {
    const id = randomUUID();
    const now = new Date();
    const [rule] = REPORTING_RULES.sichuan as readonly [ReportingRule];
    const owed = {
      rule: { ...rule, id: 'fence' },
      reason: { kind: 'media' },
      owedAt: now,
      dueAt: new Date(now.getTime() + 86_400_000),
    } as const;
    await store.dueReports.add([owedReport(owed, { id, fireId, alarmId: fireId, gridNo: gridNo as GridNo, address: '围栏' })]);
    return id;
  };

  const newArchive = async ({ lng, lat }: Place) => {
    const { alarm: alarmCalls, fireArchive } = contract;
    const fireId = await send('/fire/api/reportFirealarm', { longitude: lng, latitude: lat, description: '已扑灭的' });
    await server.call('POST', alarmCalls.monitorJudge.path, { body: { fireId, isReal: 1 }, headers: nation });
    await server.call('POST', alarmCalls.close.path, { body: { id: fireId, kind: 'report', outcome: '已扑灭' }, headers: nation });
    const { body } = await server.call('POST', fireArchive.openArchive.path, { body: { fireId }, headers: nation });
    return { closedFireId: fireId, archiveId: body.data.id as string };
  };

  const spots: Spot[] = [];
  for (const { gridNo, lng, lat } of counties) {
    const place = { longitude: lng, latitude: lat };
    const cameraAlarmId = await newCameraAlarm({ lng, lat });
    const reportId = await send('/fire/api/reportFirealarm', { ...place, description: '烟' });
    const smokeId = await newSmokeAlarm({ lng, lat });
    const dangerId = await send('/fire/api/dangerCheck', { position: { lng, lat }, resourceName: '林区', status: 0 });
    const seen = new Date(Date.now() - 3_600_000).toISOString();
    const csv = `latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,confidence,version,bright_t31,frp,daynight\n${lat},${lng},310.6,1.2,1.1,${seen.slice(0, 10)},${seen.slice(11, 16)},A,80,6.0NRT,294,39.7,D\n`;
    await server.call('POST', '/fire/api/satelliteFirealarm/ingest', { body: csv, headers: { ...feed, 'content-type': 'text/csv' } });
    const found = await server.call('POST', '/fire/api/satelliteFirealarm/list', { body: { gridNo }, headers: nation });
    const [satellite] = found.body.data as { id: string; fireNo: string }[];
    // Two fires: one detected by the camera and the person, one by the satellite.
    const evidence = {
      look: 'fence',
      covariance: { eastEast: 1e4, eastNorth: 0, northNorth: 1e4 },
      probability: 0.7,
      calmedBy: [],
      threatens: null,
    };
    const satelliteId = satellite?.id ?? '';
    await store.incidents.saveMembers([
      { alarmId: cameraAlarmId, incidentId: cameraAlarmId, evidence, confirmedAs: null, knownHeat: null },
      { alarmId: reportId, incidentId: cameraAlarmId, evidence, confirmedAs: null, knownHeat: null },
      { alarmId: satelliteId, incidentId: satelliteId, evidence, confirmedAs: null, knownHeat: null },
    ]);
    const fileId = randomUUID();
    const upload = {
      id: fileId,
      name: `${fileId}.png`,
      gridNo: gridNo as GridNo,
      accountId: null,
      mime: 'image/png',
      byteSize: 1,
      widthPixels: 1,
      heightPixels: 1,
    };
    await pictureFiles(server.app.deps.files).save(upload.name, Buffer.alloc(upload.byteSize), upload.mime);
    await store.uploads.create({ ...upload, gps: null });
    spots.push({
      gridNo,
      lng,
      lat,
      cameraAlarmId,
      reportId,
      smokeId,
      dangerId,
      fileId,
      satelliteId,
      fireNo: satellite?.fireNo ?? '',
      ...(await newDuty(gridNo, { lng, lat })),
      ...(await newWatched({ lng, lat }, `fence-${gridNo}`)),
      exerciseId: await send(contract.exercise.exerciseBegin.path, { name: '演练', gridNo }, nation),
      plotId: await newPlot({ lng, lat }),
      ...(await newArchive({ lng, lat })),
      ...(await newWarned({ lng, lat })),
      planId: await newPlan({ gridNo }),
      warningId: await send(contract.warning.issueWarning.path, warningBody({ gridNo }), nation),
      userId: await account(gridNo, ['watch-alarms']),
    });
    await newMapEmbed({ gridNo });
    // A test delivery is recorded like any message.
    const tried = contract.notification.testWebhook.path.replace('{id}', await newWebhook({ gridNo }));
    await server.call('POST', tried, { headers: nation, body: {} });
  }
  return {
    tokenOf,
    accid,
    spots,
    newMonitoringPoint,
    newResource,
    newPlot,
    newPlan,
    newTaskTemplate,
    newMapEmbed,
    newWebhook,
    newHazard,
    newKnownHeat,
    newDraft,
    newCameraAlarm,
    newSmokeAlarm,
    smsTemplateId,
    newSmsTemplate,
  };
}
