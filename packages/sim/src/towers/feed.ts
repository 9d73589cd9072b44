// One channel's live video: pictures are taken and encoded only while there are viewers, once for all of them.
import { type Encoder, FRAMES_PER_SECOND, openEncoder, TICKS_PER_SECOND } from './encoder.ts';
import type { Picture } from './picture/raster.ts';

/** One encoded picture. */
export interface AccessUnit {
  readonly nals: readonly Buffer[];
  readonly isKeyframe: boolean;
  /** In 1/90,000 s. */
  readonly ticks: number;
}

export interface Feed {
  /** Delivers pictures from the next keyframe on, which is forced for a new viewer. @returns a function that stops watching */
  watch(viewer: (unit: AccessUnit) => void): () => void;
  viewers(): number;
  /** Whether an encoder is running. */
  isEncoding(): boolean;
  stop(): void;
}

export interface FeedOptions {
  /** Computes what the next picture needs without blocking the thread. */
  readonly prepare: () => Promise<void>;
  /** Takes the current picture. */
  readonly shoot: () => Picture;
  /** Milliseconds. */
  readonly clock: () => number;
  readonly onFault: (error: unknown) => void;
}

const FRAME_MS = 1_000 / FRAMES_PER_SECOND;
/** Minimum time between keyframes forced by new viewers: viewers that join together share one. */
const KEYFRAME_REST_MS = 400;

interface Viewer {
  readonly show: (unit: AccessUnit) => void;
  hasKeyframe: boolean;
}

export function createFeed({ prepare, shoot, clock, onFault }: FeedOptions): Feed {
  const viewers = new Set<Viewer>();
  let encoder: Encoder | null = null;
  let opening = false;
  let timer: NodeJS.Timeout | null = null;
  let dueMs = 0;
  let keyframeMs = Number.NEGATIVE_INFINITY;
  const originMs = clock();

  const open = async (): Promise<void> => {
    if (encoder !== null || opening) return;
    opening = true;
    try {
      const opened = await openEncoder();
      if (viewers.size === 0) return opened.close();
      encoder = opened;
      keyframeMs = Number.NEGATIVE_INFINITY;
      dueMs = clock();
      void tick();
    } catch (error) {
      onFault(error);
    } finally {
      opening = false;
      // A viewer joined while an encoder without viewers was being closed.
      if (encoder === null && viewers.size > 0 && timer === null) timer = setTimeout(reopen, 1_000);
    }
  };
  const reopen = (): void => {
    timer = null;
    if (viewers.size > 0) void open();
  };

  async function tick(): Promise<void> {
    timer = null;
    const mine = encoder;
    if (mine === null) return;
    try {
      await prepare();
      // All viewers left in the meantime; those who joined since have another encoder.
      if (encoder !== mine) return;
      const nowMs = clock();
      const needsKeyframe = [...viewers].some(({ hasKeyframe }) => !hasKeyframe) && nowMs - keyframeMs >= KEYFRAME_REST_MS;
      const ticks = Math.round(((nowMs - originMs) * TICKS_PER_SECOND) / 1_000);
      const { nals, isKeyframe } = mine.encode(shoot().bytes, ticks, needsKeyframe);
      if (isKeyframe) keyframeMs = nowMs;
      const unit: AccessUnit = { nals: isKeyframe ? [...mine.parameterSets, ...nals] : nals, isKeyframe, ticks };
      for (const viewer of viewers) {
        viewer.hasKeyframe ||= isKeyframe;
        if (viewer.hasKeyframe) viewer.show(unit);
      }
    } catch (error) {
      onFault(error);
    }
    if (encoder !== mine) return;
    // After a late picture the next ones keep their interval; none is sent early to catch up.
    dueMs = Math.max(dueMs + FRAME_MS, clock());
    timer = setTimeout(() => void tick(), Math.max(0, dueMs - clock()));
  }

  const close = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    encoder?.close();
    encoder = null;
  };

  return {
    watch(show) {
      const viewer: Viewer = { show, hasKeyframe: false };
      viewers.add(viewer);
      void open();
      return () => {
        if (viewers.delete(viewer) && viewers.size === 0) close();
      };
    },
    viewers: () => viewers.size,
    isEncoding: () => encoder !== null,
    stop() {
      viewers.clear();
      close();
    },
  };
}
