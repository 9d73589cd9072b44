// Focus of a channel's lens, and the iris of the visible one. The thermal lens has no iris.
import type { CHANNELS } from '../cameras/towers.ts';
import { createDrive, type Motor } from './motor.ts';

/** 0: nearest … 1: slightly beyond infinity. Real lenses have this reserve for thermal expansion. */
export const FOCUS: Motor = { least: 0, most: 1, fastest: 0.6, endless: false };
/** Infinity: everything in view of a tower is far away. */
export const SHARP_AT = 0.9;
/** Attenuation of light, dB; 0 is fully open (ONVIF's Exposure20). */
export const IRIS = { least: 0, most: 24, right: 12 } as const;
/** Blur when the focus is off by its whole range. */
const BLUR_PIXELS = 16;

export type Mode = 'AUTO' | 'MANUAL';

/** The effect of the lens on a picture. */
export interface LensEffect {
  /** Half the width of the blur box. */
  readonly blurPixels: number;
  /** Brightness relative to the correct exposure. */
  readonly gain: number;
}

export const CLEAR: LensEffect = { blurPixels: 0, gain: 1 };

export interface Optics {
  focusMode(): Mode;
  /** AUTO moves the focus to the sharp position and keeps it there. */
  setFocusMode(mode: Mode): void;
  focus(): number;
  isFocusing(): boolean;
  /** Any manual move ends auto focus. @param speed in units of `FOCUS` a second */
  focusTo(position: number, speed?: number): void;
  /** Moves until stopped or at the limit. @param rate in units of `FOCUS` a second, positive towards infinity */
  sweepFocus(rate: number): void;
  stopFocus(): void;
  /** null: this channel has no iris. */
  readonly exposure: Exposure | null;
  effect(): LensEffect;
}

interface Exposure {
  mode(): Mode;
  /** dB. In AUTO, the value of the correct exposure. */
  iris(): number;
  set(mode: Mode, irisDecibels: number): void;
}

/** @param clock milliseconds of wall time */
export function createOptics(channel: Channel, clock: () => number): Optics {
  const focus = createDrive(FOCUS, SHARP_AT, clock);
  let focusMode: Mode = 'AUTO';
  const exposure = channel === 'visible' ? createExposure() : null;
  const byHand = (move: () => void): void => {
    focusMode = 'MANUAL';
    move();
  };

  return {
    focusMode: () => focusMode,
    setFocusMode(mode) {
      focusMode = mode;
      if (mode === 'AUTO') focus.goTo(SHARP_AT);
    },
    focus: focus.value,
    isFocusing: focus.isMoving,
    focusTo: (position, speed) => byHand(() => focus.goTo(position, speed)),
    sweepFocus(rate) {
      const way = rate > 0 ? FOCUS.most - focus.value() : focus.value() - FOCUS.least;
      byHand(() => focus.sweep(rate, (way / Math.min(FOCUS.fastest, Math.abs(rate))) * 1_000));
    },
    stopFocus() {
      // Auto focus cannot be stopped.
      if (focusMode === 'MANUAL') focus.stop();
    },
    exposure,
    effect: () => ({
      blurPixels: Math.round(Math.abs(focus.value() - SHARP_AT) * BLUR_PIXELS),
      gain: exposure === null ? 1 : 10 ** ((IRIS.right - exposure.iris()) / 20),
    }),
  };
}

function createExposure(): Exposure {
  let mode: Mode = 'AUTO';
  let iris: number = IRIS.right;
  return {
    mode: () => mode,
    iris: () => iris,
    set(requested, decibels) {
      mode = requested;
      iris = requested === 'AUTO' ? IRIS.right : decibels;
    },
  };
}

// The two channels of a tower and the field of view of each at a zoom. The product is configured with the same numbers: the widest and
// narrowest field.

export type Channel = (typeof CHANNELS)[number];

interface Lens {
  /** Horizontal field of view when zoomed out. */
  readonly widestDegrees: number;
  /** Ratio of the focal length zoomed in to that zoomed out. */
  readonly magnification: number;
}

export const lenses: Readonly<Record<Channel, Lens>> = {
  visible: { widestDegrees: 60, magnification: 30 },
  thermal: { widestDegrees: 24, magnification: 4 },
};

/**
 * The horizontal field of view, degrees: the focal length grows linearly with the zoom.
 * @param zoom 0 (wide) … 1 (narrow), as in ONVIF's generic zoom space
 */
export function fieldDegrees(channel: Channel, zoom: number): number {
  const { widestDegrees, magnification } = lenses[channel];
  return (2 * Math.atan(Math.tan((widestDegrees * Math.PI) / 360) / (1 + (magnification - 1) * zoom)) * 180) / Math.PI;
}

/** The zoom at which a channel has that field of view, or the nearest that its lens can reach. */
export function zoomFor(channel: Channel, degrees: number): number {
  const { widestDegrees, magnification } = lenses[channel];
  const times = Math.tan((widestDegrees * Math.PI) / 360) / Math.tan((degrees * Math.PI) / 360);
  return Math.min(1, Math.max(0, (times - 1) / (magnification - 1)));
}
