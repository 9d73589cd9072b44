// Channels of a camera: which are thermal.

/** What names a channel. */
export interface Channel {
  readonly cameraType: string | null;
  readonly channelNum: number | null;
  readonly name: string;
}

/**
 * Recognizes a thermal channel by our wire value and by the terms of vendors and imports (the last two are “heat” and “infrared” in
 * Chinese).
 */
const THERMAL = /thermal|infrared|^ir$|\u70ed|\u7ea2\u5916/i;

export const isThermal = ({ cameraType, name }: Channel): boolean => THERMAL.test(cameraType ?? name);
