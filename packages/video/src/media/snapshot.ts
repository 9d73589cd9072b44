// Converts a keyframe to a JPEG. This is the only place where pictures are decoded, and its native code is the reason why the engine has a
// separate process.
import { AV_CODEC_FLAG_QSCALE, AV_CODEC_ID_H264, AV_CODEC_ID_MJPEG, AV_PIX_FMT_YUVJ420P, AVCOL_RANGE_JPEG } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Packet, Rational, SoftwareScaleContext } from 'node-av/lib';
import type { VideoCodec } from './picture.ts';

/** FFmpeg's scale from 2 (best) to 31; 4 is hard to distinguish from the original. */
const QUALITY = 4;
const QUALITY_UNIT = 118; // FF_QP2LAMBDA

/** @throws FFmpegError when the picture cannot be decoded */
export async function toJpeg({ avcC }: VideoCodec, keyframe: Buffer): Promise<Buffer> {
  using decoded = await decode(avcC, keyframe);
  using full = await toFullRange(decoded);
  return await encode(full); // awaited, because `using` frees the picture on return
}

async function decode(avcC: Buffer, keyframe: Buffer): Promise<Frame> {
  const decoder = Codec.findDecoder(AV_CODEC_ID_H264);
  using context = new CodecContext();
  context.allocContext3(decoder);
  context.extraData = avcC;
  context.threadCount = 1;
  FFmpegError.throwIfError(await context.open2(decoder, null), 'H.264 decoder');
  using packet = new Packet();
  packet.alloc();
  packet.data = keyframe;
  FFmpegError.throwIfError(await context.sendPacket(packet), 'keyframe');
  FFmpegError.throwIfError(await context.sendPacket(null), 'keyframe');
  const frame = new Frame();
  frame.alloc();
  const code = await context.receiveFrame(frame);
  if (code < 0) {
    frame.free();
    FFmpegError.throwIfError(code, 'keyframe');
  }
  return frame;
}

/** JPEG has full-range brightness; video mostly uses the limited range. */
async function toFullRange(from: Frame): Promise<Frame> {
  using scaler = new SoftwareScaleContext();
  const to = new Frame();
  to.alloc();
  to.width = from.width;
  to.height = from.height;
  to.format = AV_PIX_FMT_YUVJ420P;
  to.colorRange = AVCOL_RANGE_JPEG;
  FFmpegError.throwIfError(to.allocBuffer(), 'picture buffer');
  scaler.allocContext();
  const code = await scaler.scaleFrame(to, from);
  if (code < 0) {
    to.free();
    FFmpegError.throwIfError(code, 'full range');
  }
  return to;
}

async function encode(frame: Frame): Promise<Buffer> {
  const encoder = Codec.findEncoder(AV_CODEC_ID_MJPEG);
  using context = new CodecContext();
  context.allocContext3(encoder);
  context.width = frame.width;
  context.height = frame.height;
  context.pixelFormat = AV_PIX_FMT_YUVJ420P;
  context.colorRange = AVCOL_RANGE_JPEG;
  context.timeBase = new Rational(1, 25);
  context.globalQuality = QUALITY * QUALITY_UNIT;
  context.setFlags(AV_CODEC_FLAG_QSCALE);
  context.threadCount = 1;
  FFmpegError.throwIfError(await context.open2(encoder, null), 'JPEG encoder');
  frame.pts = 0n;
  frame.quality = QUALITY * QUALITY_UNIT;
  FFmpegError.throwIfError(await context.sendFrame(frame), 'JPEG');
  using packet = new Packet();
  packet.alloc();
  FFmpegError.throwIfError(await context.receivePacket(packet), 'JPEG');
  return Buffer.from(packet.data ?? []);
}
