// travel: the travel time of 200 people to one fire over a county's roads, and over its roads and terrain, compared with pgRouting's
// Dijkstra over the same edges and costs. The county is synthetic and the same each time: a lattice of roads with bends and gaps over the
// demo world's relief, some of them one-way, 100,000 edges.
import { randomsOf } from '@lookout/domain';
import {
  buildRoadNet,
  createTravel,
  createWalkGround,
  type RoadClass,
  type RoadLine,
  type RoadNet,
  secondsOfHalves,
} from '@lookout/fire-model';
import { createSurface, demoRelief, type LngLat } from '@lookout/geo';
import { availableServers } from '@lookout/store/testing';
import pg from 'pg';
import { brief, briefSpread, median, spreadOf } from './lib/numbers.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';

const PEOPLE = 200;
const WEST = 103.2;
const NORTH = 31.7;
/** Crossings in a row and in a column, and degrees between them: some 60 km × 60 km. */
const CROSSINGS = 190;
const STEP_DEGREES = 0.0032;
/** Terrain cells around the fire: 20 km × 20 km, 30 m a cell. */
const GROUND_CELLS = 667;
const CELL_DEGREES = { lng: 0.000_315, lat: 0.000_27 };
const MISSING = 'PostgreSQL 15 with pgRouting (apt-get install postgresql-15-pgrouting)';
const SLACK = 0.01;

function countyRoads(): RoadLine[] {
  const random = randomsOf(14);
  const jitter = () => (random() - 0.5) * STEP_DEGREES * 0.6;
  const crossings = Array.from(
    { length: CROSSINGS * CROSSINGS },
    (_, index): LngLat => ({
      lng: WEST + (index % CROSSINGS) * STEP_DEGREES + jitter(),
      lat: NORTH - Math.floor(index / CROSSINGS) * STEP_DEGREES + jitter(),
    }),
  );
  const classOf = (line: number): RoadClass =>
    line % 40 === 0 ? 'trunk' : line % 20 === 0 ? 'secondary' : line % 5 === 0 ? 'tertiary' : 'forest-road';
  const lines: RoadLine[] = [];
  for (let index = 0; index < crossings.length; index++) {
    const [column, row] = [index % CROSSINGS, Math.floor(index / CROSSINGS)];
    const to = [column + 1 < CROSSINGS ? index + 1 : -1, row + 1 < CROSSINGS ? index + CROSSINGS : -1];
    for (const [way, next] of to.entries()) {
      const roadClass = classOf(way === 0 ? row : column);
      // Forest roads have gaps; main roads have none.
      if (next === -1 || (roadClass === 'forest-road' && random() < 0.25)) continue;
      const [a, b] = [crossings[index] as LngLat, crossings[next] as LngLat];
      const bend = { lng: (a.lng + b.lng) / 2 + jitter() / 3, lat: (a.lat + b.lat) / 2 + jitter() / 3 };
      lines.push({ points: [a, bend, b], class: roadClass, isOneWay: random() < 0.03 });
    }
  }
  return lines;
}

/** @param args rounds (3) */
export async function run(args: readonly string[]): Promise<void> {
  const rounds = Number(args[0] ?? 3);
  const relief = createSurface(demoRelief());
  const heightAt = (lng: number, lat: number): number | null => relief.heightAt(lng, lat);
  const built = buildRoadNet(countyRoads(), { heightAt });
  if (!built.ok) throw new Error(built.error);
  const { net, islands } = built.value;
  const random = randomsOf(2);
  const nodeNear = (): number => {
    for (;;) {
      const node = Math.floor(random() * net.nodes);
      if (net.islandOf[node] === 0) return node;
    }
  };
  const placeOf = (node: number): LngLat => ({
    lng: net.nodePositions[2 * node] as number,
    lat: net.nodePositions[2 * node + 1] as number,
  });
  const people = Array.from({ length: PEOPLE }, nodeNear);
  const fires = Array.from({ length: rounds }, nodeNear);
  const places = people.map((node) => ({ position: placeOf(node), mover: { means: 'vehicle', vehicle: 'car' } as const }));
  const roads = createTravel({ net, ground: null });
  const peer = await startPeer(net);
  const took: Record<'roads' | 'ground' | 'peer', number[]> = { roads: [], ground: [], peer: [] };
  let differing = 0;
  try {
    for (const fire of fires) {
      const goal = placeOf(fire);
      const both = createTravel({ net, ground: groundAround(goal, heightAt, net) });
      // The first run is a warm-up, because a running server is warm.
      roads.toOne({ goal, places });
      both.toOne({ goal, places });
      const begun = performance.now();
      const ours = roads.toOne({ goal, places });
      const middle = performance.now();
      both.toOne({ goal, places });
      took.roads.push(middle - begun);
      took.ground.push(performance.now() - middle);
      if (peer === null) continue;
      const { milliseconds, secondsOf } = await peer.toOne(people, fire);
      took.peer.push(milliseconds);
      differing += people.filter((node, index) => {
        const outcome = ours[index];
        const theirs = node === fire ? 0 : (secondsOf.get(node) ?? Number.POSITIVE_INFINITY);
        if (!outcome?.ok) return theirs !== Number.POSITIVE_INFINITY;
        const { seconds, footMetres } = outcome.journey;
        // Our route may also walk up to 300 m to another road, which may only make it faster.
        return seconds > theirs * (1 + SLACK) || (footMetres === 0 && seconds < theirs * (1 - SLACK));
      }).length;
    }
  } finally {
    await peer?.stop();
  }
  printTable(Object.entries(took).map(([side, values]) => ({ side, ms: values.length === 0 ? '-' : briefSpread(spreadOf(values)) })));
  console.log(
    `${brief(net.nodes)} nodes, ${brief(net.edges)} edges, ${islands.length} islands, ${brief(net.buffer.byteLength / 2 ** 20)} MB`,
  );
  const goals: Goal[] = (['roads', 'ground'] as const).map((side) => {
    const got = median(took[side]);
    return { what: `${PEOPLE} × 1 over ${side === 'roads' ? 'roads' : 'roads and ground'}, ms`, goal: '≤ 50', got, isReached: got <= 50 };
  });
  if (peer !== null) {
    const got = median(took.peer) / median(took.roads);
    goals.push({ what: 'pgRouting / ours', goal: '≥ 20', got, isReached: got >= 20 });
    goals.push({ what: 'times more than 1 % off', goal: '0', got: differing, isReached: differing === 0 });
  }
  printReport({
    name: 'travel',
    rounds,
    missing: peer === null ? [MISSING] : [],
    goals,
    results: { took, nodes: net.nodes, edges: net.edges },
  });
}

function groundAround(fire: LngLat, heightAt: (lng: number, lat: number) => number | null, net: RoadNet) {
  const frame = {
    columns: GROUND_CELLS,
    rows: GROUND_CELLS,
    west: fire.lng - (GROUND_CELLS / 2) * CELL_DEGREES.lng,
    north: fire.lat + (GROUND_CELLS / 2) * CELL_DEGREES.lat,
    lngDegrees: CELL_DEGREES.lng,
    latDegrees: CELL_DEGREES.lat,
  };
  const heights = Float32Array.from({ length: GROUND_CELLS ** 2 }, (_, cell) => {
    const [column, row] = [cell % GROUND_CELLS, Math.floor(cell / GROUND_CELLS)];
    return heightAt(frame.west + (column + 0.5) * frame.lngDegrees, frame.north - (row + 0.5) * frame.latDegrees) ?? Number.NaN;
  });
  return createWalkGround(frame, { heights, factors: new Float32Array(GROUND_CELLS ** 2).fill(0.85), net });
}

/** pgRouting's many-to-one Dijkstra over the same edges, with our seconds as cost; null: not installed. */
async function startPeer(net: RoadNet) {
  const [debian] = availableServers().filter(({ name }) => name.includes('Debian'));
  if (debian === undefined) return null;
  const server = await debian.startOwn();
  const client = new pg.Client({ connectionString: await server.newDatabase() });
  await client.connect();
  const stop = async () => {
    await client.end();
    await server.stop();
  };
  const { rows: known } = await client.query("select 1 from pg_available_extensions where name = 'pgrouting'");
  if (known.length === 0) {
    await stop();
    return null;
  }
  await client.query('create extension pgrouting cascade');
  await client.query('create table edge (id bigint primary key, source bigint, target bigint, cost float8, reverse_cost float8)');
  const seconds = secondsOfHalves(net, 'car');
  const costOf = (half: number): number => (seconds[half] === Number.POSITIVE_INFINITY ? -1 : (seconds[half] as number));
  const edges = Array.from({ length: net.edges }, (_, edge) => edge);
  await client.query('insert into edge select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::float8[], $5::float8[])', [
    edges,
    [...net.from],
    [...net.to],
    edges.map((edge) => costOf(2 * edge)),
    edges.map((edge) => costOf(2 * edge + 1)),
  ]);
  await client.query('vacuum analyze edge');
  return {
    async toOne(people: readonly number[], fire: number) {
      const begun = performance.now();
      const { rows } = await client.query<{ start_vid: string; agg_cost: number }>(
        `select start_vid, agg_cost from pgr_dijkstraCost('select id, source, target, cost, reverse_cost from edge', $1::bigint[], $2::bigint)`,
        [people, fire],
      );
      return {
        milliseconds: performance.now() - begun,
        secondsOf: new Map(rows.map(({ start_vid, agg_cost }) => [Number(start_vid), agg_cost])),
      };
    },
    stop,
  };
}
