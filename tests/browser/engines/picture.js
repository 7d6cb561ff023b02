({
  // The pixels of a picture, as a PNG in base64.
  async pixels(png) {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    canvas.drawImage(bitmap, 0, 0);
    return canvas.getImageData(0, 0, bitmap.width, bitmap.height);
  },

  // Which of these places have no pixel of the line's colour: [x, y, across] with `across` for a line that is upright.
  async missing({ png, places, colour, scale }) {
    const { data, width } = await this.pixels(png);
    const near = (x, y) => [0, 1, 2].every((k) => Math.abs(data[4 * (y * width + x) + k] - colour[k]) < 40);
    const reach = [-3, -2, -1, 0, 1, 2, 3];
    const found = ([x, y, upright]) =>
      reach.some((d) => near(Math.round(x * scale) + (upright ? d : 0), Math.round(y * scale) + (upright ? 0 : d)));
    return places.filter((place) => !found(place));
  },

  // How many blocks of 16 pixels, of how many within this box, have clearly another colour in the other picture.
  async different({ one, other, box: [left, top, wide, high] }) {
    const [a, b] = await Promise.all([this.pixels(one), this.pixels(other)]);
    if (a.width !== b.width || a.height !== b.height) throw new Error(`${a.width}x${a.height}, ${b.width}x${b.height}`);
    let [blocks, unlike] = [0, 0];
    for (let y = top; y + 16 <= top + high; y += 16)
      for (let x = left; x + 16 <= left + wide; x += 16) {
        const sum = [0, 0, 0];
        for (let v = y; v < y + 16; v++)
          for (let u = x; u < x + 16; u++)
            for (let k = 0; k < 3; k++) sum[k] += a.data[4 * (v * a.width + u) + k] - b.data[4 * (v * a.width + u) + k];
        blocks++;
        if (Math.max(...sum.map(Math.abs)) > 256 * 24) unlike++;
      }
    return [unlike, blocks];
  },
})
