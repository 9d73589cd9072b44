// Keeps which alarms are of which fire. One server follows the log for all: it reads which alarms are new, moved, judged or gone, lets the association say which
// fires that touches, and writes in one transaction who is of which fire now, its place in the log, and the events that tell the desks.

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
import type { Log } from '@lookout/server/services/deps.ts';
import { eventBy, type Happened, type Journal } from '@lookout/server/services/journal.ts';
import { type News, readOnNews } from '@lookout/server/services/news.ts';
import type { Polling } from '@lookout/server/services/poll.ts';
import type { SharedJobs } from '@lookout/server/services/shared-jobs.ts';
import { type Alarm, INCIDENT_KEEPER_NAME, isJudgedByPerson, type Judgement, judgementOf } from '../../alarm/alarm.ts';
import { judge, refusalOf } from '../../alarm/alarm-actions.ts';
import type { AlarmActions } from '../../alarm/service/alarm-actions.ts';
import type { Repositories, Store } from '../../store.ts';
import type { RightOfWay } from '../../travel/service/right-of-way.ts';
import { alarmIdsOf, type KeptMember, namedIncidents } from '../incident.ts';
import type { AlarmOfIncident, DecidedIncident } from '../incidents.store.ts';
import { learnErrors } from './error-scales.ts';
import { type Basis, detectionOf, evidenceOf, readBasis, type Said } from './evidence.ts';
import { across, meet, type Span, spansOf, without } from './time-spans.ts';

/** Who takes the verdict of a fire in progress over to an alarm that joins it, where its grid says so. */
export const INCIDENT_KEEPER: System = { kind: 'system', name: INCIDENT_KEEPER_NAME };

interface KeeperDeps {
  readonly store: Store;
  readonly journal: Journal;
  readonly alarmActions: Pick<AlarmActions, 'within'>;
  readonly news: Pick<News, 'listen'>;
  readonly sharedJobs: SharedJobs;
  readonly rightOfWay: Pick<RightOfWay, 'untilFilesAreIn'>;
  readonly clock: () => Date;
  readonly log: Log;
  /** Default: once in five seconds, and soon after each alarm. */
  readonly everyMs: number | undefined;
}

const EVERY_MS = 5_000;
/** Alarms that arrive together are looked at together; a desk waits no longer than 0.4 s to hear of which fire a new alarm is. */
const GATHER_MS = 100;
/** What is older than this is read again from the database when something late comes near it: longer than any two of one fire are apart. */
const HELD_MS = 2 * DAY_MS;
/** Around late alarms: those that may be joined with them, and what holds those together. */
const AROUND_MS = 2 * DAY_MS;
/** Alarms that were read again for a late one stay in memory this long, because more of its file may follow: reading them for every thousand rows took most of an import. */
const READ_AGAIN_HELD_MS = 60_000;
/** A flood of two days; beyond it the oldest are not held. */
const MOST_HELD = 100_000;
const LOADED_AT_ONCE = 1_000;
/** Older arrivals are not told: a log of years that is read for the first time would flood every desk. */
const TOLD_MS = 7 * DAY_MS;
/** How often the verdicts are counted anew, by which the sources are believed. */
const BASIS_EVERY_MS = HOUR_MS;

export function keepIncidents(deps: KeeperDeps): Polling {
  const { store, journal, alarmActions, news, sharedJobs, rightOfWay, clock, log, everyMs = EVERY_MS } = deps;
  let held: Held | null = null;
  let isOpen = true;

  const run = async (): Promise<void> => {
    // A long tail is left where it is when the server stops.
    for (let more = true; more && isOpen; ) {
      await rightOfWay.untilFilesAreIn();
      const step = await store
        .transaction(async (tx) => {
          const seq = await tx.incidents.readingForUpdate();
          // Another server had the job meanwhile, or this one has just begun.
          if (held === null || held.seq !== seq) held = await load(tx, seq, clock());
          return advance(tx, held, { journal, alarmActions }, clock());
        })
        .catch((error: unknown) => {
          // What the association holds may be ahead of what was written.
          held = null;
          throw error;
        });
      journal.announce(step.messages);
      more = step.more;
    }
  };

  const reading = readOnNews({
    news,
    about: ['alarm', 'incident', 'known-heat', 'map-mask'],
    gatherMs: GATHER_MS,
    run: sharedJobs.alone('incidents', run),
    everyMs: sharedJobs.pause('incidents', everyMs),
    firstMs: 0,
    failed: (error) => log.warn({ err: error }, 'the alarms could not be joined to fires'),
  });
  const learning = learnErrors({ store, sharedJobs, clock, log });
  return {
    wake: () => reading.wake(),
    async stop() {
      isOpen = false;
      await learning.stop();
      await reading.stop();
    },
  };
}

/** What one server holds in memory as of a number of the log. */
interface Held {
  seq: number;
  readonly association: Association;
  readonly members: Map<string, KeptMember>;
  readonly places: Map<string, HeldAlarm>;
  /** The decisions of persons that name one of them, by id; and from which smoke alarm a camera alarm was made. */
  readonly decisions: Map<string, DecidedIncident>;
  readonly links: Map<string, string>;
  /** What alarms are weighed by; null: to be read again. */
  basis: Basis | null;
  /** Times of observation that were read again for late alarms. */
  readAgain: readonly ReadAgain[];
}

interface ReadAgain {
  readonly span: Span;
  /** When a late alarm last fell into it. */
  readonly neededAt: number;
}

interface HeldAlarm {
  readonly gridNo: GridNo;
  readonly exerciseId: string | undefined;
  readonly position: Position;
  readonly atMs: number;
  readonly arrivedAtMs: number;
}

async function load(tx: Repositories, seq: number, now: Date): Promise<Held> {
  const held: Held = {
    seq,
    association: createAssociation(),
    members: new Map(),
    places: new Map(),
    decisions: new Map(),
    links: new Map(),
    basis: null,
    readAgain: [],
  };
  await loadBetween(tx, held, [now.getTime() - HELD_MS, now.getTime() + DAY_MS]);
  return held;
}

/** Alarms that are of a fire already: those of none yet come with the log. In parts, so that other calls are not held up. */
async function loadBetween(tx: Repositories, held: Held, [from, to]: Span): Promise<void> {
  const [begin, end] = [new Date(from), new Date(to)];
  const known: Alarm[] = [];
  for (let before: AlarmOfIncident | null = null, loaded = 0; loaded < MOST_HELD; loaded += LOADED_AT_ONCE) {
    const part: AlarmOfIncident[] = await tx.incidents.observedBetween(begin, end, before, LOADED_AT_ONCE);
    for (const { alarm, member } of part) {
      if (held.association.has(alarm.id)) continue;
      held.members.set(alarm.id, member);
      held.places.set(alarm.id, placeOf(alarm));
      const { evidence, knownHeat, confirmedAs: confirmation } = member;
      held.association.load({ ...detectionOf(alarm), covariance: evidence.covariance, knownHeat, confirmation });
      known.push(alarm);
    }
    before = part.at(-1) ?? null;
    if (part.length < LOADED_AT_ONCE) break;
  }
  await readDecisions(tx, held, known);
  // They are of their fires already.
  held.association.touched();
}

const placeOf = ({ gridNo, exerciseId, position, observedAt, arrivedAt }: Alarm): HeldAlarm => ({
  gridNo,
  exerciseId,
  position,
  atMs: observedAt.getTime(),
  arrivedAtMs: arrivedAt.getTime(),
});

/** Reads the next stretch of the log and writes what follows from it. */
async function advance(
  tx: Repositories,
  held: Held,
  { journal, alarmActions }: Pick<KeeperDeps, 'journal' | 'alarmActions'>,
  now: Date,
): Promise<{ readonly messages: readonly NumberedMessage[]; readonly more: boolean }> {
  const { next, more, alarmIds: read, isDecided, around } = await tx.incidents.readAfter(held.seq);
  if (next === held.seq) return { messages: [], more: false };
  if (around.length > 0) held.basis = null;
  const alarmIds = [...new Set([...read, ...(await tx.incidents.seenWithin(around, new Date(now.getTime() - HELD_MS)))])];
  const alarms = (await tx.incidents.alarmsOf(alarmIds)).filter(({ facts }) => detectionSourceOf(facts) !== null);
  await loadAround(tx, held, alarms, now);
  if (alarms.length > 0 && (held.basis === null || now.getTime() - held.basis.readAt.getTime() >= BASIS_EVERY_MS))
    held.basis = await readBasis(tx, now);
  const said = await evidenceOf(tx, held.basis, alarms, confirmedNear(held));
  const there = new Set(alarms.map(({ id }) => id));
  const gone = alarmIds.filter((id) => !there.has(id) && held.association.has(id));
  for (const id of gone) held.association.remove(id);
  const confirmed = confirmedAs(held, alarms);
  for (const alarm of alarms) {
    const { evidence, knownHeat } = said.get(alarm.id) as Said;
    held.association.put({
      ...detectionOf(alarm),
      covariance: evidence.covariance,
      knownHeat,
      confirmation: confirmed.get(alarm.id) ?? null,
    });
    held.places.set(alarm.id, placeOf(alarm));
  }
  await readDecisions(tx, held, alarms);
  if (isDecided) await readDecisionsAnew(tx, held);

  const fires = held.association.touched();
  const names = namedIncidents(fires, (id) => held.members.get(id)?.incidentId);
  const changed = [...names].flatMap(([alarmId, incidentId]): KeptMember[] => {
    const known = held.members.get(alarmId);
    const its = said.get(alarmId) ?? known;
    if (its === undefined) return [];
    const confirmation = confirmed.has(alarmId) ? (confirmed.get(alarmId) ?? null) : (known?.confirmedAs ?? null);
    const member = { alarmId, incidentId, evidence: its.evidence, confirmedAs: confirmation, knownHeat: its.knownHeat };
    return known !== undefined && isDeepStrictEqual(known, member) ? [] : [member];
  });
  const renamed = await beyondMemory(tx, held, names);
  const members = [...changed, ...renamed];
  await tx.incidents.saveMembers(members);
  await tx.incidents.removeMembers(gone);
  await tx.incidents.saveReading(next);
  for (const member of changed) held.members.set(member.alarmId, member);
  for (const id of gone) forget(held, id);
  held.seq = next;
  const answered = await answerJoined(tx, alarms, names, { journal, alarmActions }, now);
  const told = await tell(tx, held, members, journal, now);
  forgetOld(held, now);
  return { messages: [...answered, ...told], more };
}

/** Has a person confirmed a fire this near to a place on this day? Gathered when it is first asked. */
function confirmedNear({ members, places }: Held): (position: Position, atMs: number, metres: number) => boolean {
  let confirmed: readonly HeldAlarm[] | null = null;
  return (position, atMs, metres) => {
    confirmed ??= [...members.values()].flatMap(({ alarmId, confirmedAs }) => (confirmedAs === null ? [] : (places.get(alarmId) ?? [])));
    return confirmed.some((place) => Math.abs(place.atMs - atMs) <= DAY_MS && haversineMetres(place.position, position) <= metres);
  };
}

/** What late alarms may be joined with, and is not in memory any more. */
async function loadAround(tx: Repositories, held: Held, alarms: readonly Alarm[], now: Date): Promise<void> {
  const oldest = now.getTime() - HELD_MS + AROUND_MS / 2;
  const late = alarms.map(({ observedAt }) => observedAt.getTime()).filter((atMs) => atMs < oldest);
  const inOrder = late.toSorted((a, b) => a - b);
  for (const [begin, end] of spansOf(inOrder, AROUND_MS)) {
    const needed: Span = [begin - AROUND_MS, end + AROUND_MS];
    const covered = held.readAgain.map(({ span }) => span);
    for (const part of without(needed, covered)) await loadBetween(tx, held, part);
    const span = across([needed, ...covered.filter((other) => meet(other, needed))]);
    held.readAgain = [...held.readAgain.filter((other) => !meet(other.span, needed)), { span, neededAt: now.getTime() }];
  }
}

async function readDecisions(tx: Repositories, held: Held, alarms: readonly Alarm[]): Promise<void> {
  const decisions = await tx.incidents.decisionsAbout(alarms.map(({ id }) => id));
  // Only camera alarms are made of others.
  const links = await tx.incidents.linksOf(alarms.flatMap(({ id, facts }) => (facts.kind === 'camera' ? [id] : [])));
  for (const decided of decisions) held.decisions.set(decided.id, decided);
  for (const { alarmId, fromAlarmId } of links) held.links.set(alarmId, fromAlarmId);
  if (decisions.length > 0 || links.length > 0) decide(held);
}

/** After a decision was made or taken back: those that stand now. */
async function readDecisionsAnew(tx: Repositories, held: Held): Promise<void> {
  held.decisions.clear();
  for (const decided of await tx.incidents.decisionsAbout([...held.places.keys()])) held.decisions.set(decided.id, decided);
  decide(held);
}

const decide = ({ association, decisions, links }: Held): void =>
  association.decide([
    ...[...decisions.values()].map(
      ({ decision }): AssociationDecision => (decision.kind === 'split' ? decision : { kind: 'merge', ids: decision.alarmIds }),
    ),
    ...[...links].map((ids): AssociationDecision => ({ kind: 'merge', ids })),
  ]);

/** Members of fires whose name was given up for an older one, and that are not in memory: they take it too. */
async function beyondMemory(tx: Repositories, held: Held, names: ReadonlyMap<string, string>): Promise<KeptMember[]> {
  const kept = new Set(names.values());
  const successor = new Map<string, string>();
  for (const [alarmId, name] of names) {
    const before = held.members.get(alarmId)?.incidentId;
    if (before !== undefined && !kept.has(before)) successor.set(before, name);
  }
  const members = await tx.incidents.membersOfIncidents([...successor.keys()]);
  return members
    .filter(({ alarmId }) => !names.has(alarmId))
    .map((member) => ({ ...member, incidentId: successor.get(member.incidentId) as string }));
}

/**
 * What joins a fire stays open until a person judges it. Only where its grid says so it takes over the verdict of a fire in progress; never that of one that was
 * judged false or closed, for it may be a new fire.
 */
async function answerJoined(
  tx: Repositories,
  alarms: readonly Alarm[],
  names: ReadonlyMap<string, string>,
  { journal, alarmActions }: Pick<KeeperDeps, 'journal' | 'alarmActions'>,
  now: Date,
): Promise<readonly NumberedMessage[]> {
  // What a log of years tells for the first time is not answered in anybody's place.
  const open = alarms.filter(
    ({ id, response, arrivedAt }) => names.has(id) && judgementOf(response) === null && arrivedAt.getTime() >= now.getTime() - DAY_MS,
  );
  const burning = await tx.incidents.judgementsInProgress([...new Set(open.map(({ id }) => names.get(id) as string))]);
  const joined = open.filter(({ id }) => burning.has(names.get(id) as string));
  if (joined.length === 0) return [];
  const policies = await tx.incidents.policies([...new Set(joined.map(({ gridNo }) => gridNo))]);
  const inheriting = joined.filter(({ gridNo }) => nearestOf(policies, gridNo)?.inheritsVerdict === true);
  const act = actOf(INCIDENT_KEEPER, { name: 'judge-joined-alarms', scope: NATION, now });
  const who = { accountId: '', gridNo: NATION };
  const happened: Happened[] = [];
  for (const { id, facts } of inheriting) {
    const fire = burning.get(names.get(id) as string);
    if (fire === undefined) continue;
    const judgement: Judgement = { verdict: 'real', note: null, realFireType: facts.kind === 'report' ? null : fire.realFireType };
    const performed = await alarmActions.within(tx, act, {
      id,
      // Of a smoke alarm, or of one that was judged this moment, there is nothing to be answered.
      decide: (alarm) =>
        judgementOf(alarm.response) === null && refusalOf('judge', alarm, who) === null
          ? judge(alarm, who, judgement, true)
          : refuse('nothing-changes'),
    });
    happened.push(...performed.happened);
  }
  return journal.record(tx, act, happened);
}

/** One event for each grid of the alarms, and for each exercise. */
async function tell(
  tx: Repositories,
  held: Held,
  members: readonly KeptMember[],
  journal: Journal,
  now: Date,
): Promise<readonly NumberedMessage[]> {
  const unknown = members.filter(({ alarmId }) => !held.places.has(alarmId)).map(({ alarmId }) => alarmId);
  const beyond = new Map((await tx.incidents.alarmsOf(unknown)).map((alarm) => [alarm.id, placeOf(alarm)]));
  const origin: Origin = { actor: INCIDENT_KEEPER, requestId: null };
  const told = members.flatMap((member) => {
    const place = held.places.get(member.alarmId) ?? beyond.get(member.alarmId);
    return place === undefined || place.arrivedAtMs < now.getTime() - TOLD_MS ? [] : [{ member, ...place }];
  });
  const happened = [...Map.groupBy(told, ({ gridNo, exerciseId }) => `${gridNo} ${exerciseId ?? ''}`).values()].map((together) => {
    const { gridNo, exerciseId } = together[0] as (typeof together)[number];
    const payload = {
      members: together.map(({ member: { alarmId, incidentId, evidence } }) => ({ alarmId, incidentId, evidence })),
      ...(exerciseId !== undefined && { exerciseId }),
    };
    return { event: eventBy(origin, now, { kind: 'incident.joined', payload }, { objectId: gridNo, gridNo }), after: null };
  });
  return journal.append(tx, happened);
}

function forget({ association, members, places }: Held, id: string): void {
  association.forget(id);
  members.delete(id);
  places.delete(id);
}

function forgetOld(held: Held, now: Date): void {
  const before = now.getTime() - HELD_MS;
  // The archive of years would fill the memory: beyond the limit the neighbours of the next late alarms are read again.
  const hasRoom = held.places.size <= MOST_HELD;
  held.readAgain = held.readAgain.filter(({ neededAt }) => hasRoom && now.getTime() - neededAt < READ_AGAIN_HELD_MS);
  const isReadAgain = (atMs: number) => held.readAgain.some(({ span: [begin, end] }) => begin <= atMs && atMs <= end);
  const old = [...held.places].filter(([, { atMs }]) => atMs < before && !isReadAgain(atMs));
  if (old.length === 0) return;
  for (const [id] of old) forget(held, id);
  // What was decided about them comes back with them: `readDecisions`.
  const isForgotten = (id: string) => !held.places.has(id);
  const decisions = [...held.decisions].filter(([, { decision }]) => alarmIdsOf(decision).every(isForgotten));
  const links = [...held.links].filter((ids) => ids.every(isForgotten));
  for (const [id] of decisions) held.decisions.delete(id);
  for (const [id] of links) held.links.delete(id);
  if (decisions.length > 0 || links.length > 0) decide(held);
}

/**
 * As which fire each alarm is confirmed by a person: as its fire already is, else by the name that its fire has now. Officers of two counties who each judge
 * their own part of one fire confirm one.
 */
function confirmedAs(held: Held, alarms: readonly Alarm[]): ReadonlyMap<string, string | null> {
  const isConfirmed = ({ response }: Alarm): boolean => judgementOf(response)?.verdict === 'real' && isJudgedByPerson(response);
  const names = new Map<string, string>();
  if (alarms.some((alarm) => isConfirmed(alarm) && !held.members.get(alarm.id)?.confirmedAs))
    for (const { incidentId, confirmedAs: name } of held.members.values()) if (name !== null) names.set(incidentId, name);
  return new Map(
    alarms.map((alarm) => {
      if (!isConfirmed(alarm)) return [alarm.id, null];
      const known = held.members.get(alarm.id);
      const fire = known?.incidentId ?? alarm.id;
      const name = known?.confirmedAs ?? names.get(fire) ?? fire;
      names.set(fire, name);
      return [alarm.id, name];
    }),
  );
}
