// Maintains the memberships of alarms in fires. One server follows the log for all servers: it reads which alarms are new, moved, judged or
// deleted, the association determines the affected fires, and one transaction writes the new memberships, the position in the log, and the
// events that notify the desks.

import { isDeepStrictEqual } from 'node:util';
import {
  DAY_MS,
  type GridNo,
  HOUR_MS,
  haversineMetres,
  NATION,
  nearestOf,
  type Origin,
  type Position,
  refuse,
  type System,
} from '@lookout/domain';
import { type Association, type AssociationDecision, createAssociation, detectionSourceOf } from '@lookout/fusion';
import type { NumberedMessage } from '@lookout/live';
import { actOf } from '@lookout/server/acting/act.ts';
import type { Log } from '@lookout/server/log-lines/log.ts';
import type { ChangeFeed } from '@lookout/server/services/changes.ts';
import { followLog } from '@lookout/server/services/follow-log.ts';
import { eventBy, type Happened, type Journal } from '@lookout/server/services/journal.ts';
import type { Polling } from '@lookout/server/services/poll.ts';
import type { SharedJobs } from '@lookout/server/services/shared-jobs.ts';
import { type Alarm, INCIDENT_KEEPER_NAME, isJudgedByPerson, type Judgement, judgementOf } from '../../alarm/alarm.ts';
import { judge, refusalOf } from '../../alarm/alarm-actions.ts';
import type { AlarmCommands } from '../../alarm/service/alarm-commands.ts';
import type { Repositories, Store } from '../../store.ts';
import type { RightOfWay } from '../../travel/service/right-of-way.ts';
import { alarmIdsOf, membershipOf, namedIncidents, type StoredMember } from '../incident.ts';
import type { AlarmOfIncident, DecidedIncident } from '../incidents.store.ts';
import { learnErrors } from './error-scales.ts';
import { type Basis, detectionOf, evidenceOf, readBasis, type Said } from './evidence.ts';
import { across, meet, type Span, spansOf, without } from './time-spans.ts';

/** The actor that applies the verdict of a fire in progress to an alarm that joins it, if the grid's policy says so. */
export const ASSOCIATION_ACTOR: System = { kind: 'system', name: INCIDENT_KEEPER_NAME };

interface AssociationDeps {
  readonly store: Store;
  readonly journal: Journal;
  readonly alarmCommands: Pick<AlarmCommands, 'within'>;
  readonly changes: Pick<ChangeFeed, 'subscribe'>;
  readonly sharedJobs: SharedJobs;
  readonly rightOfWay: Pick<RightOfWay, 'untilFilesAreIn'>;
  readonly clock: () => Date;
  readonly log: Log;
  /** Default: every five seconds, and soon after each alarm. */
  readonly everyMs: number | undefined;
}

const EVERY_MS = 5_000;
/** Alarms that arrive within this time are processed together. A desk learns the fire of a new alarm within 0.4 s. */
const GATHER_MS = 100;
/**
 * Alarms older than this are read again from the database when a late alarm is near them. The period is longer than the maximum time
 * between two alarms of one fire.
 */
const IN_MEMORY_MS = 2 * DAY_MS;
/** The period around late alarms that covers the alarms they may be joined with, and the alarms that connect those. */
const AROUND_MS = 2 * DAY_MS;
/**
 * Alarms that were read again for a late alarm are cached this long, because more rows of the same file may follow: reading them for every
 * thousand rows took most of an import.
 */
const READ_AGAIN_CACHE_MS = 60_000;
/** A flood of two days; beyond this number the oldest alarms are evicted. */
const MOST_IN_MEMORY = 100_000;
const LOADED_AT_ONCE = 1_000;
/** Older arrivals are not published: reading a log of years for the first time would flood every desk. */
const PUBLISHED_MS = 7 * DAY_MS;
/** How often the verdicts that determine the sources' reliability are counted again. */
const BASIS_EVERY_MS = HOUR_MS;

export function associateAlarms(deps: AssociationDeps): Polling {
  const { store, journal, alarmCommands, changes, sharedJobs, rightOfWay, clock, log, everyMs = EVERY_MS } = deps;
  let state: AssociationState | null = null;

  const step = async (): Promise<{ readonly more: boolean }> => {
    const { messages, more } = await store
      .transaction(async (tx) => {
        const seq = await tx.incidents.readingForUpdate();
        // Another server ran the job in the meantime, or this one has just started.
        if (state === null || state.seq !== seq) state = await load(tx, seq, clock());
        return advance(tx, state, { journal, alarmCommands }, clock());
      })
      .catch((error: unknown) => {
        // The association's state may be ahead of what was written.
        state = null;
        throw error;
      });
    journal.publish(messages);
    return { more };
  };

  const following = followLog({
    name: 'incidents',
    changes,
    sharedJobs,
    about: ['alarm', 'incident', 'known-heat', 'map-mask'],
    gatherMs: GATHER_MS,
    everyMs,
    mayGoOn: () => rightOfWay.untilFilesAreIn(),
    step,
    failed: (error) => log.warn({ err: error }, 'the alarms could not be joined to fires'),
  });
  const learning = learnErrors({ store, sharedJobs, clock, log });
  return {
    wake: () => following.wake(),
    async stop() {
      await learning.stop();
      await following.stop();
    },
  };
}

/** A server's in-memory state at a sequence number of the log. */
interface AssociationState {
  seq: number;
  readonly association: Association;
  readonly members: Map<string, StoredMember>;
  readonly places: Map<string, PlacedAlarm>;
  /** `decisions`: users' decisions about these alarms, by id. `links`: the smoke alarm from which a camera alarm was created. */
  readonly decisions: Map<string, DecidedIncident>;
  readonly links: Map<string, string>;
  /** The data by which alarms are weighted; null: has to be read again. */
  basis: Basis | null;
  /** Observation periods that were read again for late alarms. */
  readAgain: readonly ReadAgain[];
}

interface ReadAgain {
  readonly span: Span;
  /** When a late alarm last fell into the period. */
  readonly neededAt: number;
}

interface PlacedAlarm {
  readonly gridNo: GridNo;
  readonly exerciseId: string | undefined;
  readonly position: Position;
  readonly atMs: number;
  readonly arrivedAtMs: number;
}

async function load(tx: Repositories, seq: number, now: Date): Promise<AssociationState> {
  const state: AssociationState = {
    seq,
    association: createAssociation(),
    members: new Map(),
    places: new Map(),
    decisions: new Map(),
    links: new Map(),
    basis: null,
    readAgain: [],
  };
  await loadBetween(tx, state, [now.getTime() - IN_MEMORY_MS, now.getTime() + DAY_MS]);
  return state;
}

/** Loads alarms that belong to a fire already; the others are read from the log. Loads in parts, so that other calls are not delayed. */
async function loadBetween(tx: Repositories, state: AssociationState, [from, to]: Span): Promise<void> {
  const [begin, end] = [new Date(from), new Date(to)];
  const known: Alarm[] = [];
  for (let before: AlarmOfIncident | null = null, loaded = 0; loaded < MOST_IN_MEMORY; loaded += LOADED_AT_ONCE) {
    const part: AlarmOfIncident[] = await tx.incidents.observedBetween(begin, end, before, LOADED_AT_ONCE);
    for (const { alarm, member } of part) {
      if (state.association.has(alarm.id)) continue;
      state.members.set(alarm.id, member);
      state.places.set(alarm.id, placeOf(alarm));
      const { evidence, knownHeat, confirmedAs: confirmation } = member;
      state.association.load({ ...detectionOf(alarm), covariance: evidence.covariance, knownHeat, confirmation });
      known.push(alarm);
    }
    before = part.at(-1) ?? null;
    if (part.length < LOADED_AT_ONCE) break;
  }
  await readDecisions(tx, state, known);
  // Clears the set of touched fires, because these alarms belong to their fires already.
  state.association.touched();
}

const placeOf = ({ gridNo, exerciseId, position, observedAt, arrivedAt }: Alarm): PlacedAlarm => ({
  gridNo,
  exerciseId,
  position,
  atMs: observedAt.getTime(),
  arrivedAtMs: arrivedAt.getTime(),
});

/** Reads the next section of the log and writes the resulting changes. */
async function advance(
  tx: Repositories,
  state: AssociationState,
  { journal, alarmCommands }: Pick<AssociationDeps, 'journal' | 'alarmCommands'>,
  now: Date,
): Promise<{ readonly messages: readonly NumberedMessage[]; readonly more: boolean }> {
  const { next, more, alarmIds: read, isDecided, around } = await tx.incidents.readAfter(state.seq);
  if (next === state.seq) return { messages: [], more: false };
  if (around.length > 0) state.basis = null;
  const alarmIds = [...new Set([...read, ...(await tx.incidents.seenWithin(around, new Date(now.getTime() - IN_MEMORY_MS)))])];
  const alarms = (await tx.incidents.alarmsOf(alarmIds)).filter(({ facts }) => detectionSourceOf(facts) !== null);
  await loadAround(tx, state, alarms, now);
  if (alarms.length > 0 && (state.basis === null || now.getTime() - state.basis.readAt.getTime() >= BASIS_EVERY_MS))
    state.basis = await readBasis(tx, now);
  const evidenceBy = await evidenceOf(tx, state.basis, alarms, confirmedNear(state));
  const there = new Set(alarms.map(({ id }) => id));
  const gone = alarmIds.filter((id) => !there.has(id) && state.association.has(id));
  for (const id of gone) state.association.remove(id);
  const confirmed = confirmedAs(state, alarms);
  for (const alarm of alarms) {
    const { evidence, knownHeat } = evidenceBy.get(alarm.id) as Said;
    state.association.put({
      ...detectionOf(alarm),
      covariance: evidence.covariance,
      knownHeat,
      confirmation: confirmed.get(alarm.id) ?? null,
    });
    state.places.set(alarm.id, placeOf(alarm));
  }
  await readDecisions(tx, state, alarms);
  if (isDecided) await readDecisionsAnew(tx, state);

  const fires = state.association.touched();
  const names = namedIncidents(fires, (id) => state.members.get(id)?.incidentId);
  const changed = [...names].flatMap(([alarmId, incidentId]): StoredMember[] => {
    const known = state.members.get(alarmId);
    const its = evidenceBy.get(alarmId) ?? known;
    if (its === undefined) return [];
    const confirmation = confirmed.has(alarmId) ? (confirmed.get(alarmId) ?? null) : (known?.confirmedAs ?? null);
    const member = { alarmId, incidentId, evidence: its.evidence, confirmedAs: confirmation, knownHeat: its.knownHeat };
    return known !== undefined && isDeepStrictEqual(known, member) ? [] : [member];
  });
  const renamed = await beyondMemory(tx, state, names);
  const members = [...changed, ...renamed];
  await tx.incidents.saveMembers(members);
  await tx.incidents.removeMembers(gone);
  await tx.incidents.saveReading(next);
  for (const member of changed) state.members.set(member.alarmId, member);
  for (const id of gone) forget(state, id);
  state.seq = next;
  const answered = await answerJoined(tx, alarms, names, { journal, alarmCommands }, now);
  const published = await publish(tx, state, members, journal, now);
  forgetOld(state, now);
  return { messages: [...answered, ...published], more };
}

/** Returns whether a user confirmed a fire within `metres` of a place on this day. The list is collected at the first call. */
function confirmedNear({ members, places }: AssociationState): (position: Position, atMs: number, metres: number) => boolean {
  let confirmed: readonly PlacedAlarm[] | null = null;
  return (position, atMs, metres) => {
    confirmed ??= [...members.values()].flatMap(({ alarmId, confirmedAs }) => (confirmedAs === null ? [] : (places.get(alarmId) ?? [])));
    return confirmed.some((place) => Math.abs(place.atMs - atMs) <= DAY_MS && haversineMetres(place.position, position) <= metres);
  };
}

/** Loads the alarms with which late alarms may be joined and that are not in memory any more. */
async function loadAround(tx: Repositories, state: AssociationState, alarms: readonly Alarm[], now: Date): Promise<void> {
  const oldest = now.getTime() - IN_MEMORY_MS + AROUND_MS / 2;
  const late = alarms.map(({ observedAt }) => observedAt.getTime()).filter((atMs) => atMs < oldest);
  const inOrder = late.toSorted((a, b) => a - b);
  for (const [begin, end] of spansOf(inOrder, AROUND_MS)) {
    const needed: Span = [begin - AROUND_MS, end + AROUND_MS];
    const covered = state.readAgain.map(({ span }) => span);
    for (const part of without(needed, covered)) await loadBetween(tx, state, part);
    const span = across([needed, ...covered.filter((other) => meet(other, needed))]);
    state.readAgain = [...state.readAgain.filter((other) => !meet(other.span, needed)), { span, neededAt: now.getTime() }];
  }
}

async function readDecisions(tx: Repositories, state: AssociationState, alarms: readonly Alarm[]): Promise<void> {
  const decisions = await tx.incidents.decisionsAbout(alarms.map(({ id }) => id));
  // Only camera alarms are created from other alarms.
  const links = await tx.incidents.linksOf(alarms.flatMap(({ id, facts }) => (facts.kind === 'camera' ? [id] : [])));
  for (const decided of decisions) state.decisions.set(decided.id, decided);
  for (const { alarmId, fromAlarmId } of links) state.links.set(alarmId, fromAlarmId);
  if (decisions.length > 0 || links.length > 0) decide(state);
}

/** Reads the decisions in force again, after a decision was made or withdrawn. */
async function readDecisionsAnew(tx: Repositories, state: AssociationState): Promise<void> {
  state.decisions.clear();
  for (const decided of await tx.incidents.decisionsAbout([...state.places.keys()])) state.decisions.set(decided.id, decided);
  decide(state);
}

const decide = ({ association, decisions, links }: AssociationState): void =>
  association.decide([
    ...[...decisions.values()].map(
      ({ decision }): AssociationDecision => (decision.kind === 'split' ? decision : { kind: 'merge', ids: decision.alarmIds }),
    ),
    ...[...links].map((ids): AssociationDecision => ({ kind: 'merge', ids })),
  ]);

/** Members that are not in memory, of fires whose name was replaced by an older one. They receive the new name too. */
async function beyondMemory(tx: Repositories, state: AssociationState, names: ReadonlyMap<string, string>): Promise<StoredMember[]> {
  const inUse = new Set(names.values());
  const successor = new Map<string, string>();
  for (const [alarmId, name] of names) {
    const before = state.members.get(alarmId)?.incidentId;
    if (before !== undefined && !inUse.has(before)) successor.set(before, name);
  }
  const members = await tx.incidents.membersOfIncidents([...successor.keys()]);
  return members
    .filter(({ alarmId }) => !names.has(alarmId))
    .map((member) => ({ ...member, incidentId: successor.get(member.incidentId) as string }));
}

/**
 * An alarm that joins a fire remains open until a user judges it. If its grid's policy says so, it inherits the verdict of a fire in
 * progress. It never inherits the verdict of a fire that was judged false or closed, because it may be a new fire.
 */
async function answerJoined(
  tx: Repositories,
  alarms: readonly Alarm[],
  names: ReadonlyMap<string, string>,
  { journal, alarmCommands }: Pick<AssociationDeps, 'journal' | 'alarmCommands'>,
  now: Date,
): Promise<readonly NumberedMessage[]> {
  // Alarms from an old log that is read for the first time are not judged automatically.
  const open = alarms.filter(
    ({ id, response, arrivedAt }) => names.has(id) && judgementOf(response) === null && arrivedAt.getTime() >= now.getTime() - DAY_MS,
  );
  const burning = await tx.incidents.judgementsInProgress([...new Set(open.map(({ id }) => names.get(id) as string))]);
  const joined = open.filter(({ id }) => burning.has(names.get(id) as string));
  if (joined.length === 0) return [];
  const policies = await tx.incidents.policies([...new Set(joined.map(({ gridNo }) => gridNo))]);
  const inheriting = joined.filter(({ gridNo }) => nearestOf(policies, gridNo)?.inheritsVerdict === true);
  const act = actOf(ASSOCIATION_ACTOR, { name: 'judge-joined-alarms', scope: NATION, now });
  const who = { accountId: '', gridNo: NATION };
  const happened: Happened[] = [];
  for (const { id, facts } of inheriting) {
    const fire = burning.get(names.get(id) as string);
    if (fire === undefined) continue;
    const judgement: Judgement = { verdict: 'real', note: null, realFireType: facts.kind === 'report' ? null : fire.realFireType };
    const performed = await alarmCommands.within(tx, act, {
      id,
      // A smoke alarm, or one that has just been judged, needs no judgement.
      decide: (alarm) =>
        judgementOf(alarm.response) === null && refusalOf('judge', alarm, who) === null
          ? judge(alarm, who, judgement, true)
          : refuse('nothing-changes'),
    });
    happened.push(...performed.happened);
  }
  return journal.record(tx, act, happened);
}

/** Publishes one event for each grid of the alarms, and for each exercise. */
async function publish(
  tx: Repositories,
  state: AssociationState,
  members: readonly StoredMember[],
  journal: Journal,
  now: Date,
): Promise<readonly NumberedMessage[]> {
  const unknown = members.filter(({ alarmId }) => !state.places.has(alarmId)).map(({ alarmId }) => alarmId);
  const beyond = new Map((await tx.incidents.alarmsOf(unknown)).map((alarm) => [alarm.id, placeOf(alarm)]));
  const origin: Origin = { actor: ASSOCIATION_ACTOR, requestId: null };
  const published = members.flatMap((member) => {
    const place = state.places.get(member.alarmId) ?? beyond.get(member.alarmId);
    return place === undefined || place.arrivedAtMs < now.getTime() - PUBLISHED_MS ? [] : [{ member, ...place }];
  });
  const happened = [...Map.groupBy(published, ({ gridNo, exerciseId }) => `${gridNo} ${exerciseId ?? ''}`).values()].map((together) => {
    const { gridNo, exerciseId } = together[0] as (typeof together)[number];
    const payload = {
      members: together.map(({ member }) => membershipOf(member)),
      ...(exerciseId !== undefined && { exerciseId }),
    };
    return { event: eventBy(origin, now, { kind: 'incident.joined', payload }, { objectId: gridNo, gridNo }), after: null };
  });
  return journal.append(tx, happened);
}

function forget({ association, members, places }: AssociationState, id: string): void {
  association.forget(id);
  members.delete(id);
  places.delete(id);
}

function forgetOld(state: AssociationState, now: Date): void {
  const before = now.getTime() - IN_MEMORY_MS;
  // The archive of years would fill the memory. Beyond the limit, the neighbours of the next late alarms are read again.
  const hasRoom = state.places.size <= MOST_IN_MEMORY;
  state.readAgain = state.readAgain.filter(({ neededAt }) => hasRoom && now.getTime() - neededAt < READ_AGAIN_CACHE_MS);
  const isReadAgain = (atMs: number) => state.readAgain.some(({ span: [begin, end] }) => begin <= atMs && atMs <= end);
  const old = [...state.places].filter(([, { atMs }]) => atMs < before && !isReadAgain(atMs));
  if (old.length === 0) return;
  for (const [id] of old) forget(state, id);
  // Their decisions are read again together with them by `readDecisions`.
  const isForgotten = (id: string) => !state.places.has(id);
  const decisions = [...state.decisions].filter(([, { decision }]) => alarmIdsOf(decision).every(isForgotten));
  const links = [...state.links].filter((ids) => ids.every(isForgotten));
  for (const [id] of decisions) state.decisions.delete(id);
  for (const [id] of links) state.links.delete(id);
  if (decisions.length > 0 || links.length > 0) decide(state);
}

/**
 * The `confirmedAs` value of each alarm: that of its fire if confirmed already, otherwise the current name of its fire. Officers of two
 * counties who each judge their own part of one fire therefore confirm a single fire.
 */
function confirmedAs(state: AssociationState, alarms: readonly Alarm[]): ReadonlyMap<string, string | null> {
  const isConfirmed = ({ response }: Alarm): boolean => judgementOf(response)?.verdict === 'real' && isJudgedByPerson(response);
  const names = new Map<string, string>();
  if (alarms.some((alarm) => isConfirmed(alarm) && !state.members.get(alarm.id)?.confirmedAs))
    for (const { incidentId, confirmedAs: name } of state.members.values()) if (name !== null) names.set(incidentId, name);
  return new Map(
    alarms.map((alarm) => {
      if (!isConfirmed(alarm)) return [alarm.id, null];
      const known = state.members.get(alarm.id);
      const fire = known?.incidentId ?? alarm.id;
      const name = known?.confirmedAs ?? names.get(fire) ?? fire;
      names.set(fire, name);
      return [alarm.id, name];
    }),
  );
}
