// What a tour of cameras is. Knows no camera of the product: cells, looks and seconds.

/** One stop of a camera's head, and the cells that its picture shows there. */
export interface TourLook {
  readonly panDegrees: number;
  readonly tiltDegrees: number;
  /** Indices of cells, each once. */
  readonly cells: Int32Array;
}

export interface TourCamera {
  readonly looks: readonly TourLook[];
  /** How long a look takes, from the end of the movement to the last picture. */
  readonly dwellSeconds: number;
  readonly panDegreesPerSecond: number;
  readonly tiltDegreesPerSecond: number;
  /** From the end of a movement to a steady, sharp picture. */
  readonly settleSeconds: number;
}

/** A look of a camera: it moves there before `beginSeconds`, and has judged the pictures at `endSeconds`. Seconds from the start of the plan. */
export interface TourVisit {
  readonly look: number;
  readonly beginSeconds: number;
  readonly endSeconds: number;
}

/** Where a camera stands when a plan begins: at a look, and free from then on. */
export interface TourStart {
  /** null: it looks elsewhere, and its first movement takes as long as the longest. */
  readonly look: number | null;
  readonly freeAtSeconds: number;
}

/** @throws RangeError for a dwell or a speed that is not positive: the camera's hour would never end */
export function checkCamera({ dwellSeconds, panDegreesPerSecond, tiltDegreesPerSecond, settleSeconds }: TourCamera): void {
  if (dwellSeconds > 0 && panDegreesPerSecond > 0 && tiltDegreesPerSecond > 0 && settleSeconds >= 0) return;
  throw new RangeError(
    `dwell ${dwellSeconds} s, ${panDegreesPerSecond} and ${tiltDegreesPerSecond} degrees a second, settling in ${settleSeconds} s: no camera tours so`,
  );
}

/** Seconds from look to look; 0 if it stays. */
export function moveSeconds(camera: TourCamera, from: number, to: number): number {
  if (from === to) return 0;
  const [a, b] = [camera.looks[from] as TourLook, camera.looks[to] as TourLook];
  const apart = Math.abs(a.panDegrees - b.panDegrees) % 360;
  const pan = Math.min(apart, 360 - apart) / camera.panDegreesPerSecond;
  return Math.max(pan, Math.abs(a.tiltDegrees - b.tiltDegrees) / camera.tiltDegreesPerSecond) + camera.settleSeconds;
}

/** The longest movement between any two looks. */
export function longestMoveSeconds(camera: TourCamera): number {
  let longest = 0;
  for (let from = 0; from < camera.looks.length; from++) {
    for (let to = 0; to < from; to++) longest = Math.max(longest, moveSeconds(camera, from, to));
  }
  return longest;
}

/** The visit that follows if a camera goes to a look now. */
export function visitNext(camera: TourCamera, { look, freeAtSeconds }: TourStart, to: number, longestMove: number): TourVisit {
  const beginSeconds = freeAtSeconds + (look === null ? longestMove : moveSeconds(camera, look, to));
  return { look: to, beginSeconds, endSeconds: beginSeconds + camera.dwellSeconds };
}

/** Equal tours: each camera's looks in their order, round after round. @throws RangeError as `checkCamera` */
export function equalTours(cameras: readonly TourCamera[], horizonSeconds: number): TourVisit[][] {
  return cameras.map((camera) => {
    checkCamera(camera);
    const visits: TourVisit[] = [];
    if (camera.looks.length === 0) return visits;
    let start: TourStart = { look: 0, freeAtSeconds: 0 };
    for (let nth = 0; start.freeAtSeconds < horizonSeconds; nth++) {
      const visit = visitNext(camera, start, nth % camera.looks.length, 0);
      visits.push(visit);
      start = { look: visit.look, freeAtSeconds: visit.endSeconds };
    }
    return visits;
  });
}
