// The pictures of one folder, one after the other, through the built-in detector or a model.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import {
  createDetector,
  type Find,
  type FrameFault,
  frameOfRgb,
  type Model,
  type ModelDescription,
  type Pose,
  ruleOfFive,
} from '@lookout/smoke';
import sharp from 'sharp';

/** One line of the output. */
export interface FindLine {
  readonly folder: string;
  readonly file: string;
  /** Pixels: left, top, right, bottom. */
  readonly box: readonly [number, number, number, number];
  readonly score: number;
  /** The file in which it began. */
  readonly since: string;
}

interface Judged {
  readonly finds: readonly Find[];
  readonly fault: FrameFault | 'broken' | null;
}

/** Judges the next picture of a folder. */
export type Judge = (file: string) => Promise<Judged>;

const PICTURES = /\.(jpe?g|png|webp)$/i;
const LEAST = { width: 160, height: 120 };

/** @throws Error of the file system if the folder is not readable */
export async function picturesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => PICTURES.test(name)).sort();
}

interface Picture {
  readonly rgb: Uint8Array;
  readonly width: number;
  readonly height: number;
}

async function decode(file: string): Promise<Picture | null> {
  try {
    const { data, info } = await sharp(file, { failOn: 'error' })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { rgb: data, width: info.width, height: info.height };
  } catch {
    // Whatever sharp reports: the picture cannot be judged, and the next one is.
    return null;
  }
}

/** The built-in detector, with a new background. */
export function judgeBuiltIn(): Judge {
  const detector = createDetector();
  let pose: Pose | null = null;
  return async (file) => {
    const picture = await decode(file);
    if (picture === null) return { finds: [], fault: 'broken' };
    const { rgb, width, height } = picture;
    if (width < LEAST.width || height < LEAST.height) return { finds: [], fault: 'small' };
    pose ??= detector.pose(width, height);
    return detector.see(pose, frameOfRgb(rgb, width, height));
  };
}

/** A model of one's own, with the rule of five. */
export function judgeByModel(model: Model, { width, height }: ModelDescription): Judge {
  const next = ruleOfFive();
  let size: string | null = null;
  return async (file) => {
    const picture = await decode(file);
    if (picture === null) return { finds: [], fault: 'broken' };
    const own = `${picture.width} × ${picture.height}`;
    size ??= own;
    if (own !== size) return { finds: [], fault: 'size' };
    const { data } = await sharp(picture.rgb, { raw: { width: picture.width, height: picture.height, channels: 3 } })
      .resize(width, height, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { finds: next(await model.detect(data, picture.width, picture.height)), fault: null };
  };
}

/**
 * Judges all pictures of a folder in the order of their names.
 * @param report takes each find
 * @param refuse takes each picture that could not be judged
 * @throws ModelFault
 */
export async function watchFolder(
  folder: string,
  names: readonly string[],
  judge: Judge,
  report: (line: FindLine) => void,
  refuse: (file: string, fault: FrameFault | 'broken') => void,
): Promise<void> {
  const judged: string[] = [];
  for (const name of names) {
    const { finds, fault } = await judge(path.join(folder, name));
    if (fault !== null) {
      refuse(name, fault);
      continue;
    }
    judged.push(name);
    for (const { box, score, framesAgo } of finds)
      report({ folder, file: name, box: [...box], score, since: judged.at(-1 - framesAgo) ?? name });
  }
}
