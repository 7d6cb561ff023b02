// Minutes of a day and their written form, "22:00".

const two = (number: number): string => String(number).padStart(2, "0");

export const clockTime = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

/** The minutes of "22:00"; null if it is none. */
export function minutesOf(written: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(written) ?? [];
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : null;
}
