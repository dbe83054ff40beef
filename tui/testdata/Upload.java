package demo;

class Upload {
	void upload(byte[] content) {
		digest.update(content);
		return;
	}
}
