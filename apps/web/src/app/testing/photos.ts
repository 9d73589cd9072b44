// Chosen files. Photos are recognised by their first bytes; nothing decodes them here.
const SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MORE_THAN_TEN_MB = 10_500_000;

export const png = (name: string): File => new File([SIGNATURE], name, { type: 'image/png' });
export const TOO_LARGE = new File([SIGNATURE, new Uint8Array(MORE_THAN_TEN_MB)], 'large.png', { type: 'image/png' });
export const NO_PICTURE = new File(['no picture'], 'fire.jpg', { type: 'image/jpeg' });
