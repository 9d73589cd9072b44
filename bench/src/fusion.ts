// fusion: alarms of a labelled world joined to fires, at three densities, compared with DBSCAN at a fixed 3 km and 24 h, as in spotoroo.
// Also the time to join 50,000 hotspots, compared with the time to ingest their file.

import { DAY_MS } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import { associate, calibrate, covarianceOf, type Detection, fusedPosition, isOfHeat, proposedHeat, STATED_ERRORS } from '@lookout/fusion';
import { CHI_SQUARED_95, mahalanobisSquared, planeOffset } from '@lookout/geo';
import { firmsFile } from './lib/firms-file.ts';
import { BEGINS_MS, detectionOf, type LabelledAlarm, labelledWorld } from './lib/labelled-world.ts';
import { brief, briefSpread, median, spreadOf } from './lib/numbers.ts';
import { FEED_KEY, startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';

/** The known heat sources and the sources' errors are learned in these first days; the days after them are scored. */
const LEARNING_DAYS = 40;
const DAYS = 160;
const DENSITIES = [
  { name: 'sparse', scale: 0.01, isHeavyTailed: false },
  { name: 'middle, errors 1.5 times as stated, heavy-tailed', scale: 0.03, isHeavyTailed: true },
  { name: 'dense', scale: 0.1, isHeavyTailed: false },
] as const;
const HEAT_RADIUS_METRES = 1_000;
const ROWS = 50_000;
const BEIJING_MS = 8 * 3_600_000;

interface Score {
  readonly precision: number;
  readonly recall: number;
  /** Fires with two or more observations. */
  readonly ellipse: number;
  readonly alarms: number;
  readonly fires: number;
}

/** @param args rounds, one seed each (3) */
export async function run(args: readonly string[]): Promise<void> {
  const rounds = Number(args[0] ?? 3);
  const goals = [];
  const rows = [];
  const results: Record<string, unknown> = {};
  for (const density of DENSITIES) {
    const scores = Array.from({ length: rounds }, (_, round) => scoresOf(1 + round, density));
    const ours = middle(scores.map((score) => score.ours));
    const peer = middle(scores.map((score) => score.peer));
    const coolPeer = middle(scores.map((score) => score.coolPeer));
    const { name } = density;
    results[name] = scores;
    rows.push(
      { world: name, who: 'ours', ...shown(ours) },
      { world: name, who: 'DBSCAN 3 km, 24 h', ...shown(peer) },
      { world: name, who: 'the same, spared the chimneys', ...shown(coolPeer) },
    );
    goals.push(
      { what: `${name}: precision of pairs`, goal: '≥ 0.98', got: ours.precision, isReached: ours.precision >= 0.98 },
      { what: `${name}: recall of pairs`, goal: '≥ 0.95', got: ours.recall, isReached: ours.recall >= 0.95 },
      {
        what: `${name}: ellipse holds the place`,
        goal: '0.95 ± 0.03',
        got: ours.ellipse,
        isReached: Math.abs(ours.ellipse - 0.95) <= 0.03,
      },
    );
    console.log(`${name}: done`);
  }
  printTable(rows);
  const { joined, taken } = await timesOf(rounds);
  const ratio = joined.median / taken.median;
  printTable([
    { what: '50,000 hotspots joined, s', s: briefSpread(joined) },
    { what: 'their file taken in, s', s: briefSpread(taken) },
  ]);
  printReport({
    name: 'fusion',
    rounds,
    missing: [],
    goals: [...goals, { what: '50,000 hotspots joined / taken in', goal: '≤ 1.5', got: ratio, isReached: ratio <= 1.5 }],
    results: { ...results, joined, taken },
  });
}

const middle = (scores: readonly Score[]): Score => ({
  precision: median(scores.map(({ precision }) => precision)),
  recall: median(scores.map(({ recall }) => recall)),
  ellipse: median(scores.map(({ ellipse }) => ellipse)),
  alarms: median(scores.map(({ alarms }) => alarms)),
  fires: median(scores.map(({ fires }) => fires)),
});

const shown = ({ precision, recall, ellipse, alarms, fires }: Score) => ({
  precision: precision.toFixed(3),
  recall: recall.toFixed(3),
  ellipse: ellipse.toFixed(3),
  alarms: brief(alarms),
  fires: brief(fires),
});

/** `coolPeer`: the peer without the alarms of the chimneys, which it would chain for months. */
type Scores = Readonly<Record<'ours' | 'peer' | 'coolPeer', Score>>;

function scoresOf(seed: number, { scale, isHeavyTailed }: (typeof DENSITIES)[number]): Scores {
  const alarms = labelledWorld({ seed, scale, days: DAYS, isHeavyTailed });
  const learningUntil = BEGINS_MS + LEARNING_DAYS * DAY_MS;
  const isLearning = ({ alarm }: LabelledAlarm) => alarm.observedAt.getTime() < learningUntil;
  const history = alarms.filter(isLearning);
  const judged = alarms.filter((one) => !isLearning(one));
  const heat = heatOf(history);

  const learned = history.filter((one) => heat(one) === null).map((one) => detectionOf(one));
  const byId = new Map(learned.map((detection) => [detection.id, detection]));
  const scales =
    learned.length === 0 ? STATED_ERRORS : calibrate(associate(learned).map((ids) => ids.map((id) => byId.get(id) as Detection)));
  const detections = judged.map((one) => detectionOf(one, heat(one), scales));
  const ours = scoreOf(judged, detections, associate(detections));
  // The peer uses no errors and no known heat sources: it places a fire at the mean of its points.
  const stated = judged.map((one) => detectionOf(one));
  const cool = judged.filter(({ isChimney }) => !isChimney);
  const coolStated = cool.map((one) => detectionOf(one));
  return { ours, peer: scoreOf(judged, stated, dbscan(stated)), coolPeer: scoreOf(cool, coolStated, dbscan(coolStated)) };
}

/** An officer who confirms a proposed heat source only where there really is a chimney. */
function heatOf(history: readonly LabelledAlarm[]): (one: LabelledAlarm) => string | null {
  const chimneys = new Set(history.filter(({ isChimney }) => isChimney).map(({ alarm }) => alarm.id));
  const places = proposedHeat(
    history.flatMap(({ alarm: { id, facts, position, observedAt } }) =>
      facts.kind === 'satellite' ? [{ id, ...position, atMs: observedAt.getTime(), frpMegawatts: facts.frpMegawatts }] : [],
    ),
  ).filter(({ detectionIds }) => detectionIds.every((id) => chimneys.has(id)));
  return ({ alarm, cameraAt }) => {
    const place = places.findIndex((one) =>
      isOfHeat({ ...one, radiusMetres: HEAT_RADIUS_METRES }, alarm.position, covarianceOf(alarm, cameraAt)),
    );
    return place === -1 ? null : `${place}/${Math.floor((alarm.observedAt.getTime() + BEIJING_MS) / DAY_MS)}`;
  };
}

function scoreOf(alarms: readonly LabelledAlarm[], detections: readonly Detection[], groups: readonly (readonly string[])[]): Score {
  const alarmOf = new Map(alarms.map((one) => [one.alarm.id, one]));
  const detectionBy = new Map(detections.map((one) => [one.id, one]));
  const pairs = (count: number) => (count * (count - 1)) / 2;
  let [joined, right, holding, fused] = [0, 0, 0, 0];
  for (const ids of groups) {
    joined += pairs(ids.length);
    const labels = [...Map.groupBy(ids, (id) => (alarmOf.get(id) as LabelledAlarm).fireId).values()];
    for (const same of labels) right += pairs(same.length);
    const members = ids.map((id) => detectionBy.get(id) as Detection);
    if (labels.length > 1 || new Set(members.map(({ look }) => look)).size < 2) continue;
    fused += 1;
    const { position, covariance } = fusedPosition(members);
    const { truth } = alarmOf.get(ids[0] as string) as LabelledAlarm;
    if (mahalanobisSquared(planeOffset(position, truth), covariance) <= CHI_SQUARED_95) holding += 1;
  }
  const byFire = [...Map.groupBy(alarms, ({ fireId }) => fireId).values()];
  const all = byFire.reduce((sum, same) => sum + pairs(same.length), 0);
  return { precision: right / joined, recall: right / all, ellipse: holding / fused, alarms: alarms.length, fires: byFire.length };
}

/**
 * DBSCAN (M. Ester et al., KDD 1996) with a minimum of one point per cluster, so that every point is a core point: all points chained
 * within 3 km and 24 h form one cluster.
 */
function dbscan(detections: readonly Detection[]): string[][] {
  const sorted = [...detections].sort((a, b) => a.atMs - b.atMs);
  const clusterOf = sorted.map((_, i) => i);
  const rootOf = (i: number): number => {
    let root = i;
    while (clusterOf[root] !== root) root = clusterOf[root] as number;
    clusterOf[i] = root;
    return root;
  };
  for (const [i, one] of sorted.entries())
    for (let j = i + 1; j < sorted.length; j++) {
      const other = sorted[j] as Detection;
      if (other.atMs - one.atMs > DAY_MS) break;
      const { east, north } = planeOffset(one.position, other.position);
      if (Math.hypot(east, north) <= 3_000) clusterOf[rootOf(j)] = rootOf(i);
    }
  return [...Map.groupBy(sorted.entries(), ([i]) => rootOf(i)).values()].map((members) => members.map(([, { id }]) => id));
}

/** Seconds for joining the 50,000 hotspots of a file, and for ingesting the file over HTTP. */
async function timesOf(rounds: number) {
  const square = { south: 26, west: 101, degrees: 5 };
  const product = await startProduct();
  const [joined, taken] = [[] as number[], [] as number[]];
  try {
    for (let round = 0; round < rounds; round++) {
      const csv = firmsFile(1 + round * ROWS, ROWS, square);
      const began = performance.now();
      const response = await fetch(product.base + contract.alarm.ingestSatellite.path, {
        method: 'POST',
        headers: { 'content-type': 'text/csv', 'x-feed-key': FEED_KEY },
        body: csv,
      });
      await response.json();
      taken.push((performance.now() - began) / 1000);
      const detections = csv
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line, i): Detection => {
          const [lat, lng] = line.split(',');
          return {
            id: `${i}`,
            source: 'satellite',
            look: `${i % 60}`,
            position: { lng: Number(lng), lat: Number(lat) },
            covariance: { eastEast: 112 ** 2, eastNorth: 0, northNorth: 104 ** 2 },
            atMs: BEGINS_MS + (i % 60) * 60_000,
            world: '',
            knownHeat: null,
            confirmation: null,
          };
        });
      const start = performance.now();
      associate(detections);
      joined.push((performance.now() - start) / 1000);
    }
  } finally {
    await product.stop();
  }
  return { joined: spreadOf(joined), taken: spreadOf(taken) };
}
