// Where a stored file stands for those who ask for it by HTTP.

const FOLDER = '/files/';

/** The address of an upload. */
export const fileUrl = (uploadId: string): string => `${FOLDER}${uploadId}`;

/** The uploads at these addresses; null: there is none. */
export const uploadsAt = (urls: readonly (string | null)[]): string[] =>
  urls.flatMap((url) => (url === null ? [] : [url.startsWith(FOLDER) ? url.slice(FOLDER.length) : url]));
