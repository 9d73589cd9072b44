// What an eye's lens does beside zooming: it is focused, and the visible one has an iris. Heat is seen through a plain hole.
import type { CHANNELS } from '../cameras/towers.ts';
import { createDrive, type Motor } from './motor.ts';

/** 0 the nearest … 1 a little beyond infinity, as lenses have it, for they stretch with the heat. */
export const FOCUS: Motor = { least: 0, most: 1, fastest: 0.6, endless: false };
/** Infinity: all that a tower looks at is far away. */
export const SHARP_AT = 0.9;
/** Attenuation of light, dB; 0 is wide open (ONVIF's Exposure20). */
export const IRIS = { least: 0, most: 24, right: 12 } as const;
/** Of blur for the whole way of the focus. */
const BLUR_PIXELS = 16;

export type Mode = 'AUTO' | 'MANUAL';

/** What the lens makes of a picture. */
export interface LensEffect {
  /** Half the width of the box in which everything runs together. */
  readonly blurPixels: number;
  /** How many times brighter than right. */
  readonly gain: number;
}

export const CLEAR: LensEffect = { blurPixels: 0, gain: 1 };

export interface Optics {
  focusMode(): Mode;
  /** Automatic: goes to where it is sharp, and stays there. */
  setFocusMode(mode: Mode): void;
  focus(): number;
  isFocusing(): boolean;
  /** Any move by hand ends the automatic. @param speed of `FOCUS`' units a second */
  focusTo(position: number, speed?: number): void;
  /** Until it is stopped or at its end. @param rate of `FOCUS`' units a second, positive away */
  sweepFocus(rate: number): void;
  stopFocus(): void;
  /** null: this eye has no iris. */
  readonly exposure: Exposure | null;
  effect(): LensEffect;
}

interface Exposure {
  mode(): Mode;
  /** dB. By automatic the right one. */
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
      // The automatic goes its way to the end.
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

// The two eyes of a tower and what each sees at a zoom. The product is told the same numbers: a field of view, wide and narrow.

export type Channel = (typeof CHANNELS)[number];

interface Lens {
  /** Horizontal field of view when zoomed out. */
  readonly widestDegrees: number;
  /** How many times longer the focal length is when zoomed in. */
  readonly magnification: number;
}

export const lenses: Readonly<Record<Channel, Lens>> = {
  visible: { widestDegrees: 60, magnification: 30 },
  thermal: { widestDegrees: 24, magnification: 4 },
};

/**
 * The horizontal field of view, degrees: the focal length grows evenly with the zoom.
 * @param zoom 0 (wide) … 1 (narrow), as ONVIF's generic zoom space has it
 */
export function fieldDegrees(channel: Channel, zoom: number): number {
  const { widestDegrees, magnification } = lenses[channel];
  return (2 * Math.atan(Math.tan((widestDegrees * Math.PI) / 360) / (1 + (magnification - 1) * zoom)) * 180) / Math.PI;
}

/** The zoom at which an eye has that field, as near as its lens comes. */
export function zoomFor(channel: Channel, degrees: number): number {
  const { widestDegrees, magnification } = lenses[channel];
  const times = Math.tan((widestDegrees * Math.PI) / 360) / Math.tan((degrees * Math.PI) / 360);
  return Math.min(1, Math.max(0, (times - 1) / (magnification - 1)));
}
