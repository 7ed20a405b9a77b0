/**
 * Short sounds, made on the spot: no files, nothing to load.
 *
 * Whether a player wants to hear them is for the caller to ask. Where the browser has no sound, or
 * does not allow any before the first click, there is silence.
 */

export type Sound = 'place' | 'step' | 'win' | 'low time' | 'illegal'

/** A tone: its pitch in hertz, when it begins and how long it rings, in seconds, how loud it is. */
type Tone = { pitch: number; at?: number; rings: number; gain: number; shape?: OscillatorType }

const SOUNDS: Record<Sound, Tone[]> = {
  place: [
    { pitch: 420, rings: 0.07, gain: 0.22 },
    { pitch: 1260, rings: 0.03, gain: 0.06 },
  ],
  step: [
    { pitch: 330, rings: 0.06, gain: 0.16 },
    { pitch: 440, at: 0.07, rings: 0.08, gain: 0.2 },
  ],
  win: [
    { pitch: 523.25, rings: 0.35, gain: 0.14, shape: 'triangle' },
    { pitch: 659.25, at: 0.12, rings: 0.35, gain: 0.14, shape: 'triangle' },
    { pitch: 783.99, at: 0.24, rings: 0.6, gain: 0.16, shape: 'triangle' },
  ],
  illegal: [
    { pitch: 196, rings: 0.09, gain: 0.16, shape: 'triangle' },
    { pitch: 165, at: 0.08, rings: 0.12, gain: 0.16, shape: 'triangle' },
  ],
  'low time': [
    { pitch: 880, rings: 0.09, gain: 0.12 },
    { pitch: 880, at: 0.16, rings: 0.09, gain: 0.12 },
  ],
}

let context: AudioContext | undefined

export function play(sound: Sound): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  void context.resume().catch(() => {})
  for (const tone of SOUNDS[sound]) ring(context, tone)
}

function ring(context: AudioContext, { pitch, at = 0, rings, gain, shape = 'sine' }: Tone) {
  const begin = context.currentTime + at
  const [oscillator, volume] = [context.createOscillator(), context.createGain()]
  oscillator.type = shape
  oscillator.frequency.setValueAtTime(pitch, begin)
  volume.gain.setValueAtTime(0, begin)
  volume.gain.linearRampToValueAtTime(gain, begin + 0.005)
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + rings)
  oscillator.connect(volume).connect(context.destination)
  oscillator.start(begin)
  oscillator.stop(begin + rings)
}
