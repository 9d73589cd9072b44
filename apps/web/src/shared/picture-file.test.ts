import { describe, expect, it } from 'vitest';
import { MOST_PHOTO_BYTES, photoFault, pictureKind } from './picture-file.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const bytes = (...of: number[]) => new Uint8Array(of);

describe('a photo is judged by its first bytes', () => {
  it('PNG and JPEG are recognised by their signatures', () => {
    expect(pictureKind(bytes(...PNG, 0, 0))).toBe('image/png');
    expect(pictureKind(bytes(0xff, 0xd8, 0xff, 0xe1))).toBe('image/jpeg');
  });

  it.each([
    ['nothing', []],
    ['half a signature', PNG.slice(0, 7)],
    ['GIF', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
    ['WebP', [0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0]],
    ['HEIC', [0, 0, 0, 0x18, 0x66, 0x74, 0x79, 0x70]],
    ['text', [...new TextEncoder().encode('<svg xmlns=')]],
  ])('%s is not accepted', (_, head) => expect(pictureKind(bytes(...head))).toBeNull());

  it('a file name and type of a picture alone are not accepted', async () => {
    expect(await photoFault(new File(['no picture'], 'fire.jpg', { type: 'image/jpeg' }))).toBe('not-picture');
    expect(await photoFault(new File([bytes(...PNG)], 'fire.txt', { type: 'text/plain' }))).toBeNull();
  });

  it('a file of more than 10 MB is refused before it is read', async () => {
    expect(await photoFault(new Blob([bytes(...PNG), new Uint8Array(MOST_PHOTO_BYTES - 8)]))).toBeNull();
    expect(await photoFault(new Blob([bytes(...PNG), new Uint8Array(MOST_PHOTO_BYTES - 7)]))).toBe('too-large');
  });
});
