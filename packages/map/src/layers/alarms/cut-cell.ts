// One cell of the alarms' picture sheet as an image of its own.
import { cutFrom } from '../sheet.ts';
import { ATLAS, type MarkImage } from './atlas.ts';

/** @returns a data address */
export const cutCell = (sheet: HTMLCanvasElement, image: MarkImage): string => cutFrom(sheet, ATLAS, image);
