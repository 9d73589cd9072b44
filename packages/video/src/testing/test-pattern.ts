// A test pattern as H.264, generated in this process: tests and the benchmark send it as a camera would.
import { AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_ID_H264, AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { Codec, CodecContext, Dictionary, FFmpegError, Frame, Packet, Rational } from 'node-av/lib';
import { CLOCK, type Picture, type VideoCodec } from '../media/picture.ts';
import { codecOf, nalType, pack, typeOf } from '../media/upstream/h264.ts';

export interface Pattern {
  readonly codec: VideoCodec;
  readonly sps: Buffer;
  readonly pps: Buffer;
  readonly frameRate: number;
  /** One loop of the pattern: begins with a keyframe, with further keyframes every `keyEvery`. */
  readonly pictures: readonly Picture[];
}

/** Generates bars that move from picture to picture. */
export async function testPattern({
  width = 640,
  height = 360,
  frameRate = 25,
  keyEvery = 25,
  count = 50,
  bitRate = 0,
} = {}): Promise<Pattern> {
  const encoder = Codec.findEncoderByName(FF_ENCODER_LIBX264);
  using context = new CodecContext();
  context.allocContext3(encoder);
  context.codecId = AV_CODEC_ID_H264;
  context.width = width;
  context.height = height;
  context.pixelFormat = AV_PIX_FMT_YUV420P;
  context.timeBase = new Rational(1, frameRate);
  context.framerate = new Rational(frameRate, 1);
  context.gopSize = keyEvery;
  context.maxBFrames = 0;
  if (bitRate > 0) context.bitRate = BigInt(bitRate);
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  using options = Dictionary.fromObject({
    preset: 'ultrafast',
    tune: 'zerolatency',
    'x264-params': 'scenecut=0:sliced-threads=0',
    threads: '1',
  });
  FFmpegError.throwIfError(await context.open2(encoder, options), 'libx264');
  const units: { nals: Buffer[] }[] = [];
  using packet = new Packet();
  packet.alloc();
  const drain = async (): Promise<void> => {
    while ((await context.receivePacket(packet)) >= 0) {
      units.push({ nals: splitAnnexB(Buffer.from(packet.data ?? [])) });
      packet.unref();
    }
  };
  for (let i = 0; i < count; i += 1) {
    using frame = Frame.fromVideoBuffer(bars(width, height, i), {
      width,
      height,
      format: AV_PIX_FMT_YUV420P,
      pts: BigInt(i),
      timeBase: new Rational(1, frameRate),
    });
    FFmpegError.throwIfError(await context.sendFrame(frame), 'frame');
    await drain();
  }
  await context.sendFrame(null);
  await drain();
  const sets = splitAnnexB(context.extraData ?? Buffer.alloc(0));
  const [sps, pps] = [nalType.sps, nalType.pps].map((type) => sets.find((nal) => typeOf(nal) === type));
  const codec = sps && pps && codecOf(sps, pps);
  if (!codec) throw new Error('the test pattern has no parameter sets');
  const pictures = units.map(({ nals }, i) => {
    const ticks = Math.round((i * CLOCK) / frameRate);
    return { dts: ticks, pts: ticks, isKey: nals.some((nal) => typeOf(nal) === nalType.idr), data: pack(nals) };
  });
  return { codec, sps, pps, frameRate, pictures };
}

/** Adds a little grain, the same every time, as in a camera's picture: without it a picture would take almost no bytes. */
function bars(width: number, height: number, step: number): Buffer {
  const luma = Buffer.alloc(width * height);
  let grain = step + 1;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      grain = (grain * 1_103_515_245 + 12_345) & 0x7fffffff;
      luma[y * width + x] = 16 + ((((x + step * 8) >> 4) * 29 + (y >> 5) * 7) % 200) + ((grain >> 16) & 15);
    }
  return Buffer.concat([luma, Buffer.alloc((width * height) / 2, 128)]);
}

export function splitAnnexB(data: Buffer): Buffer[] {
  const nals: Buffer[] = [];
  let begin = -1;
  for (let i = 0; i + 3 <= data.length; i += 1) {
    if (data[i] !== 0 || data[i + 1] !== 0 || data[i + 2] !== 1) continue;
    if (begin >= 0) nals.push(data.subarray(begin, i > 0 && data[i - 1] === 0 ? i - 1 : i));
    begin = i + 3;
    i += 2;
  }
  if (begin >= 0) nals.push(data.subarray(begin));
  return nals;
}
