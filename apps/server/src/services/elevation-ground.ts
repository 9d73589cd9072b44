// The ground as it stands: what was imported over the demo relief (or over nothing). Built alike in the server's thread and its tile worker.
import { demoRelief, type GroundPiece, type LayeredGround, layeredGround, NO_DATA } from '@lookout/geo';
import { type GroundFile, openGroundFile } from './elevation-file.ts';
import { type GroundManifest, type GroundSource, groundFile } from './elevation-manifest.ts';
import { type BlockCache, createBlockCache, groundPiece } from './elevation-piece.ts';

interface GroundOptions {
  readonly dataDir: string;
  readonly manifest: GroundManifest;
  /** Under the imported ground: the demo relief, or nothing. */
  readonly demo: boolean;
  /** A file of ground that cannot be read; said once for each. Its place shows what lies beneath. */
  readonly onBroken: (source: GroundSource, error: unknown) => void;
}

interface OpenGround {
  readonly layers: LayeredGround;
  readonly close: () => void;
}

/** So many files are held open; others are opened anew when somebody looks there. */
const OPEN_FILES = 64;

export function openGround({ dataDir, manifest, demo, onBroken }: GroundOptions): OpenGround {
  const blocks = createBlockCache();
  const opened = new Map<string, { readonly piece: GroundPiece; readonly file: GroundFile }>();
  const broken = new Set<string>();

  const open = (source: GroundSource): GroundPiece | null => {
    if (broken.has(source.id)) return null;
    const found = opened.get(source.id);
    if (found) {
      opened.delete(source.id);
      opened.set(source.id, found);
      return found.piece;
    }
    try {
      const made = pieceOf(dataDir, source, blocks);
      opened.set(source.id, made);
      const [oldest] = opened;
      if (opened.size > OPEN_FILES && oldest) {
        oldest[1].file.close();
        opened.delete(oldest[0]);
      }
      return made.piece;
    } catch (error) {
      broken.add(source.id);
      onBroken(source, error);
      return null;
    }
  };

  const guarded = <T>(source: GroundSource, use: (piece: GroundPiece) => T, otherwise: T): T => {
    const piece = open(source);
    if (piece === null) return otherwise;
    try {
      return use(piece);
    } catch (error) {
      broken.add(source.id);
      onBroken(source, error);
      return otherwise;
    }
  };
  const pieces = manifest.sources.map(
    (source): GroundPiece => ({
      box: source.box,
      cellDegrees: source.cellDegrees,
      maxLevel: source.maxLevel,
      valueAt: (level, i, j) => guarded(source, (piece) => piece.valueAt(level, i, j), NO_DATA),
      fill: (level, x, y, values) => guarded(source, (piece) => piece.fill(level, x, y, values), undefined),
    }),
  );
  const base = demo ? demoRelief() : null;
  const highest = Math.max(base?.highestMetres ?? 0, ...manifest.sources.map((source) => source.highestMetres));
  return {
    layers: layeredGround(pieces, base, highest),
    close: () => {
      for (const { file } of opened.values()) file.close();
      opened.clear();
    },
  };
}

function pieceOf(dataDir: string, { id }: GroundSource, blocks: BlockCache) {
  const file = openGroundFile(groundFile(dataDir, id));
  return { file, piece: groundPiece({ id, header: file.header, records: file, blocks }) };
}
