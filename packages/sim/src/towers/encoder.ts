// Encodes pictures as H.264 with libx264 (node-av), one encoder for each watched channel, and single pictures as JPEG.
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_ERROR,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  FF_ENCODER_LIBX264,
  FF_ENCODER_MJPEG,
  type FFEncoderCodec,
} from 'node-av/constants';
import { Codec, CodecContext, Dictionary, FFmpegError, Frame, Log, Packet, Rational } from 'node-av/lib';
import { HEIGHT, PIXELS, WIDTH } from './picture/raster.ts';

export const FRAMES_PER_SECOND = 12;
export const KEYFRAME_SECONDS = 2;
/** RTP's clock for video (RFC 6184). */
export const TICKS_PER_SECOND = 90_000;

export interface Encoder {
  /** Sequence and picture parameter sets, sent before every keyframe. */
  readonly parameterSets: readonly Buffer[];
  /** Encodes one picture (planes Y, U, V one after the other) as NAL units. @param ticks of 1/90,000 s, rising */
  encode(planes: Uint8Array, ticks: number, asKeyframe: boolean): { readonly nals: Buffer[]; readonly isKeyframe: boolean };
  close(): void;
}

const X264 = {
  preset: 'ultrafast',
  tune: 'zerolatency',
  profile: 'baseline',
  crf: '26',
  'forced-idr': '1',
  'x264-params': 'scenecut=0:bframes=0',
} as const;

// libx264 otherwise logs its whole configuration at every start.
Log.setLevel(AV_LOG_ERROR);

export async function openEncoder(): Promise<Encoder> {
  const context = await opened(FF_ENCODER_LIBX264, X264, (setting) => {
    setting.pixelFormat = AV_PIX_FMT_YUV420P;
    setting.colorRange = AVCOL_RANGE_MPEG;
    setting.timeBase = new Rational(1, TICKS_PER_SECOND);
    setting.framerate = new Rational(FRAMES_PER_SECOND, 1);
    setting.gopSize = FRAMES_PER_SECOND * KEYFRAME_SECONDS;
    setting.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  });
  const frame = blankFrame(AV_PIX_FMT_YUV420P);
  const packet = new Packet();
  packet.alloc();
  return {
    parameterSets: nalsOf(context.extraData ?? Buffer.alloc(0)),
    encode(planes, ticks, asKeyframe) {
      frame.pts = BigInt(ticks);
      frame.pictType = asKeyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
      const data = encoded(context, frame, packet, planes);
      const isKeyframe = packet.isKeyframe;
      packet.unref();
      return { nals: nalsOf(data), isKeyframe };
    },
    close() {
      packet.free();
      frame.free();
      context.freeContext();
    },
  };
}

/** One picture as a JPEG file. */
export async function jpegOf(planes: Uint8Array): Promise<Buffer> {
  // Computed before the first await: the next picture may overwrite the planes while the encoder opens.
  const stretched = planes.map(fullRange);
  const context = await opened(FF_ENCODER_MJPEG, { qmin: '2', qmax: '6' }, (setting) => {
    setting.pixelFormat = AV_PIX_FMT_YUVJ420P;
    setting.colorRange = AVCOL_RANGE_JPEG;
    setting.timeBase = new Rational(1, FRAMES_PER_SECOND);
  });
  const frame = blankFrame(AV_PIX_FMT_YUVJ420P);
  const packet = new Packet();
  packet.alloc();
  try {
    return encoded(context, frame, packet, stretched);
  } finally {
    packet.free();
    frame.free();
    context.freeContext();
  }
}

/** Limited range → JPEG's full range: black 0, white 255, the chroma planes stretched about 128. Noise beyond the limits is cut off. */
const fullRange = (value: number, at: number): number =>
  Math.max(0, Math.min(255, at < PIXELS ? ((value - 16) * 255) / 219 : 128 + ((value - 128) * 255) / 224));

async function opened(name: FFEncoderCodec, options: Record<string, string>, set: (context: CodecContext) => void) {
  const codec = Codec.findEncoderByName(name);
  if (codec === null) throw new Error(`this FFmpeg has no ${name}`);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.width = WIDTH;
  context.height = HEIGHT;
  context.threadCount = 1;
  set(context);
  // Not `open2Sync`: in node-av 6.1.1 it corrupts the heap, and the process crashes when it exits.
  FFmpegError.throwIfError(await context.open2(codec, Dictionary.fromObject(options)), name);
  return context;
}

function blankFrame(format: typeof AV_PIX_FMT_YUV420P | typeof AV_PIX_FMT_YUVJ420P): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.format = format;
  frame.width = WIDTH;
  frame.height = HEIGHT;
  FFmpegError.throwIfError(frame.getBuffer(), 'frame buffer');
  return frame;
}

/** Without look-ahead the encoder returns every picture at once. */
function encoded(context: CodecContext, frame: Frame, packet: Packet, planes: Uint8Array): Buffer {
  FFmpegError.throwIfError(frame.makeWritable(), 'frame');
  FFmpegError.throwIfError(frame.fromBuffer(Buffer.from(planes.buffer, planes.byteOffset, planes.byteLength)), 'picture');
  FFmpegError.throwIfError(context.sendFrameSync(frame), 'encode');
  FFmpegError.throwIfError(context.receivePacketSync(packet), 'encoded picture');
  return Buffer.from(packet.data ?? []);
}

/** The NAL units of an Annex B stream, without their start codes. */
export function nalsOf(stream: Buffer): Buffer[] {
  const nals: Buffer[] = [];
  let start = -1;
  for (let at = 0; at + 2 < stream.length; at++) {
    if (stream[at] !== 0 || stream[at + 1] !== 0 || stream[at + 2] !== 1) continue;
    if (start >= 0) nals.push(stream.subarray(start, stream[at - 1] === 0 ? at - 1 : at));
    start = at + 3;
    at += 2;
  }
  if (start >= 0) nals.push(stream.subarray(start));
  return nals;
}
