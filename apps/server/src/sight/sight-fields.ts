// The fields that both questions have.
import { z } from 'zod';

export const longitude = z.number().min(-180).max(180);
export const latitude = z.number().min(-90).max(90);
/** A camera lies at most this high above the ground. */
export const mastMetres = z.number().min(0).max(1_000);
export const targetMetres = z.number().min(0).max(10_000);
export const rangeMetres = z.number().gt(0).max(200_000);
